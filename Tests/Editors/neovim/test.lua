-- Drives Neovim as a user would and looks at what the EDITOR holds. Prints "ok NAME" or "not ok NAME: WHY" for each; a
-- name that ends in [server] is of something that only a living server can bring about.
local patience = tonumber(vim.env.PATIENCE) or 15000
local function read(path) return vim.json.decode(table.concat(vim.fn.readfile(path), '\n')) end
local expected = read(vim.env.EXPECTATIONS)
local kinds = read(vim.env.FILE_KINDS)
local is_new = vim.lsp.enable ~= nil -- 0.11 and later
local failures = 0

local function say(...) io.stdout:write(string.format(...) .. '\n') end

-- A step with a name. An error in it is a failure; the steps after it are run all the same.
local function step(name, body, tries)
  local good, why
  -- What is typed blindly for many keys may meet a busy machine.
  for try = 1, tries or 1 do
    good, why = xpcall(body, function(e) return type(e) == 'string' and e or vim.inspect(e) end)
    if good then break end
    if try < (tries or 1) then say('-- again: %s: %s', name, (why:gsub('\n', ' | '))) end
  end
  if good then
    say('ok neovim: %s', name)
  else
    failures = failures + 1
    say('not ok neovim: %s: %s', name, (why:gsub('\n', ' | ')))
  end
end

-- Waits with the editor's own loop running.
local function await(what, condition)
  local value
  if not vim.wait(patience, function() value = condition() return value end, 20) then
    error('timed out waiting for ' .. what, 0)
  end
  return value
end

local function check(condition, ...)
  if not condition then error(string.format(...), 0) end
end

local function same(got, want, what)
  check(vim.deep_equal(got, want), '%s is %s, not %s', what, vim.inspect(got), vim.inspect(want))
end

local severities = { 'error', 'warning', 'information', 'hint' }

-- What the editor shows as diagnostics, in the form of expectations.json.
local function shown()
  local found = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    local text = d.lnum == d.end_lnum
      and vim.api.nvim_buf_get_text(0, d.lnum, d.col, d.end_lnum, d.end_col, {})[1] or '(several lines)'
    table.insert(found, { line = d.lnum + 1, text = text, severity = severities[d.severity], code = d.code,
      message = d.message })
  end
  table.sort(found, function(a, b) return a.line < b.line end)
  return found
end

local function client() return vim.lsp.get_clients({ bufnr = 0, name = 'privacy_lsp' })[1] end

-- Opens a file anew, as it is on disk, in a buffer that holds nothing of before, no diagnostics either.
local function open(file)
  vim.cmd('silent! %bwipeout!')
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  await('a client', function() local c = client() return c and c.initialized end)
end

local function open_with_diagnostics(file)
  open(file)
  await('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
end

-- Puts the cursor behind the text `after` of a line: on the character that follows it.
local function go(place)
  local line = vim.fn.getline(place.line)
  local _, last = line:find(place.after, 1, true)
  check(last, 'line %d has no %q: %s', place.line, place.after, line)
  vim.api.nvim_win_set_cursor(0, { place.line, last })
end

-- Writes what is on the screen, and notes beneath it, into the folder that CAPTURES names.
local function capture(name, notes)
  if (vim.env.CAPTURES or '') == '' then return end
  vim.cmd('redraw!')
  local lines = {}
  for row = 1, vim.o.lines do
    local cells = {}
    for column = 1, vim.o.columns do cells[column] = vim.fn.screenstring(row, column) end
    local line = table.concat(cells):gsub('%s+$', '')
    if line ~= '~' then table.insert(lines, line) end
  end
  while #lines > 0 and lines[#lines] == '' do table.remove(lines) end
  if notes then vim.list_extend(lines, vim.list_extend({ '' }, notes)) end
  vim.fn.writefile(lines, vim.env.CAPTURES .. '/neovim-' .. name .. '.txt')
end

local function lines_are(want)
  local got = vim.api.nvim_buf_get_lines(0, want.from - 1, want.from - 1 + #want.are, false)
  same(got, want.are, 'buffer from line ' .. want.from)
end

local function keys(text)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(text, true, false, true), 'n', false)
end

local function float()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then return window end
  end
end

-- The identifier that a completion item is about.
local function identifier(item) return item.abbr:match('^%S+') end

local function test_diagnostics()
  local want = expected.diagnostics
  step('diagnostics [server]', function()
    open_with_diagnostics(want.file)
    same(vim.bo.filetype, 'xml', 'filetype')
    local got = shown()
    local function key(d) return string.format('%d %s %s <%s>', d.line, d.severity, d.code, d.text) end
    same(vim.tbl_map(key, got), vim.tbl_map(key, want.all), 'diagnostics')
    for i, d in ipairs(want.all) do
      same(got[i].message, d.message, 'message of ' .. d.code)
    end
  end)
end

local function test_hovers()
  for _, hover in ipairs(expected.hovers) do
    local nothing = hover.contains == vim.NIL
    step(string.format('hover on line %d%s [server]', hover.line, nothing and ' shows nothing' or ''), function()
      open_with_diagnostics(hover.file)
      go(hover)
      if nothing then
        local params = vim.lsp.util.make_position_params(0, client().offset_encoding)
        local answers = vim.lsp.buf_request_sync(0, 'textDocument/hover', params, patience)
        local answer = answers and answers[client().id]
        check(answer and not answer.error, 'no answer: %s', vim.inspect(answers))
        check(answer.result == nil or answer.result == vim.NIL, 'shows %s', vim.inspect(answer.result))
        return
      end
      vim.lsp.buf.hover()
      local window = await('the hover window', float)
      local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
      local text = table.concat(lines, '\n')
      -- Without a screen nothing is drawn over anything.
      capture('hover-line-' .. hover.line, vim.list_extend({ 'In the window at the cursor:' }, lines))
      vim.api.nvim_win_close(window, true)
      for _, part in ipairs(hover.contains) do
        check(text:find(part, 1, true), 'no %q in %s', part, text)
      end
    end)
  end
end

-- Types keys that bring up the list of completions, and accepts what `completion` says. Tells `found` of the items, and of
-- the number of the one that is accepted.
local function complete(typed, completion, found)
  local deadline = vim.uv.now() + patience
  local items
  local timer = assert(vim.uv.new_timer())
  local function feed(text) vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(text, true, false, true), 'nt', false) end
  -- Runs while the editor is in insert mode and waits for keys.
  timer:start(100, 20, vim.schedule_wrap(function()
    if timer:is_closing() then return end
    local over = vim.uv.now() > deadline
    if not items then
      local offered = vim.fn.complete_info({ 'items' }).items
      if #offered > 0 then
        items = offered
        local chosen
        for i, item in ipairs(items) do
          if identifier(item) == completion.accept then chosen = i break end
        end
        found(items, chosen)
        over = not chosen
        local selected = vim.fn.complete_info({ 'selected' }).selected -- from 0, -1 if none is
        if chosen then feed(string.rep('<C-n>', chosen - 1 - selected) .. '<C-y>') end
      end
    elseif pcall(lines_are, completion.lines) then
      over = true
    end
    if over then
      timer:close()
      feed('<Esc><Esc>')
    end
  end))
  keys(typed)
  vim.api.nvim_feedkeys('', 'x!', false)
  if vim.snippet and vim.snippet.active() then vim.snippet.stop() end
end

local function test_completions()
  for _, completion in ipairs(expected.completions) do
    step('completion of ' .. completion.what .. ' [server]', function()
      open(completion.file)
      go(completion)
      -- Typed and asked for by keys; `A` where the cursor stands behind the last character.
      local at_end = completion.after:len() > 0 and vim.endswith(vim.fn.getline(completion.line), completion.after)
      local items, chosen
      local asked = (at_end and 'A' or 'i') .. completion.type .. '<C-x><C-o>'
      complete(asked, completion, function(found, number) items, chosen = found, number end)
      check(items and #items > 0, 'nothing is offered')
      local offered = vim.tbl_map(identifier, items)
      for _, word in ipairs(completion.offers or {}) do
        check(vim.tbl_contains(offered, word), '%s is not among %s', word, vim.inspect(offered))
      end
      for _, word in ipairs(completion.never or {}) do
        check(not vim.tbl_contains(offered, word), '%s is offered', word)
      end
      if completion.only then
        local sorted, want = vim.deepcopy(offered), vim.deepcopy(completion.only)
        table.sort(sorted) table.sort(want)
        same(sorted, want, 'the list')
      end
      check(chosen, '%s is not among %s', completion.accept, vim.inspect(offered))
      lines_are(completion.lines)
    end)
  end
end

-- Another Neovim, which gets its keys as from a keyboard. `body` is called with a function that calls its API.
local function beside(name, body)
  local channel = vim.fn.jobstart({ 'nvim', '--embed', '--headless', '-n', '-i', 'NONE' },
    { rpc = true, env = { NVIM_APPNAME = name } })
  local function call(...) return vim.rpcrequest(channel, ...) end
  local good, why = pcall(body, call)
  vim.fn.jobstop(channel)
  if not good then error(why, 0) end
end

-- Whether the file of that Neovim has a server that is ready.
local function has_client(call)
  return call('nvim_exec_lua', [[
    local client = vim.lsp.get_clients({ bufnr = 0, name = 'privacy_lsp' })[1]
    return client ~= nil and client.initialized == true
  ]], {})
end

-- Each row: what is typed, and the lines after it. At `…` someone looks at the list, which 0.10 has to be asked for. That
-- version finds nothing by a word that is typed without what comes before it, so some rows are for later ones.
local function test_completion_while_typing()
  local start = '<lt>plist version="1.0"><CR><lt>dict><CR>'
  local rows = {
    { 'what is typed stays as it is, with the list open', start .. '<lt>…key>NSPrivacyTracking<lt>/key>',
      { '<plist version="1.0">', '<dict>', '<key>NSPrivacyTracking</key>' } },
    { 'nothing is inserted before it is accepted', start .. '<lt>…NSPrivacyTr',
      { '<plist version="1.0">', '<dict>', '<NSPrivacyTr' } },
    { 'CTRL-Y accepts the first item, with its value', start .. '<lt>…NSPrivacyTr…<C-y>',
      { '<plist version="1.0">', '<dict>', '\t<key>NSPrivacyTracking</key>', '\t<false/>' }, true },
    { 'CTRL-N goes on to the second', start .. '<lt>…NSPrivacyTr…<C-n>…<C-y>',
      { '<plist version="1.0">', '<dict>', '\t<key>NSPrivacyTrackingDomains</key>' }, true },
    { 'a key between its tags gets its value on the next line',
      start .. '<lt>key><lt>/key><CR><lt>/dict><Esc>k0f>aColl<C-x><C-o>…<C-y>',
      { '<plist version="1.0">', '<dict>', '<key>NSPrivacyCollectedDataTypes</key>', '<array/>', '</dict>' }, true },
    { 'an empty array offers what it takes',
      start .. '<lt>key>NSPrivacyAccessedAPITypes<lt>/key><CR><lt>array/>Disk<C-x><C-o>…<C-y>',
      { '<plist version="1.0">', '<dict>', '<key>NSPrivacyAccessedAPITypes</key>', '<array>', '\t<dict>' }, true },
    { 'the value of a key', start .. '<lt>key>NSPrivacyTracking<lt>/key><CR><C-x><C-o>…<C-y>',
      { '<plist version="1.0">', '<dict>', '<key>NSPrivacyTracking</key>', '<false/>' } },
    { 'Enter breaks the line', start .. '<lt>…<CR>x', { '<plist version="1.0">', '<dict>', '<', 'x' } },
  }
  if not vim.lsp.completion then rows = vim.tbl_filter(function(row) return not row[4] end, rows) end
  for number, row in ipairs(rows) do
    if not vim.lsp.completion and not row[2]:find('<C-x>', 1, true) then row[2] = row[2]:gsub('…', '<C-x><C-o>…', 1) end
    step('completion while typing, by keys: ' .. row[1] .. ' [server]', function()
      beside('nvim', function(call)
        call('nvim_command', 'luafile ' .. vim.env.COMPLETION) -- as the README says
        call('nvim_command', 'edit Typed' .. number .. '.xcprivacy')
        call('nvim_command', 'setlocal noautoindent indentexpr=')
        await('a client', function() return has_client(call) end)
        for part, keys in ipairs(vim.split('i' .. row[2], '…', { plain = true })) do
          if part > 1 then
            await('the list', function() return call('nvim_eval', 'pumvisible()') == 1 end)
            vim.wait(300) -- it is asked for again while someone types
          end
          call('nvim_input', keys)
        end
        local function lines() return vim.list_slice(call('nvim_buf_get_lines', 0, 0, -1, false), 1, #row[3]) end
        vim.wait(patience, function() return vim.deep_equal(lines(), row[3]) end, 20)
        vim.wait(200) -- what comes later would be seen
        same(lines(), row[3], 'the buffer')
      end)
    end)
  end
end

-- Types keys into another Neovim, one after the other, and returns how many they are. A word between quotation marks is as
-- many as it has letters. At `…`, which is none, someone looks at the list.
local function type_keys(call, text)
  local typed = {}
  local function is_at_rest(before)
    if call('nvim_get_mode').blocking then return true end
    local now = call('nvim_eval', '[b:changedtick, mode(1), getcurpos(), pumvisible()]')
    return vim.deep_equal(now, before), now
  end
  local function press(key)
    table.insert(typed, key)
    call('nvim_input', key)
    local rests, state
    for _ = 1, 60 do
      vim.wait(key == '<C-y>' and 200 or 60) -- behind an item that is accepted there come requests
      rests, state = is_at_rest(state)
      if rests then return end
    end
  end
  for word in text:gmatch('%S+') do
    if word == '…' then
      await('the list after ' .. table.concat(typed, ' '), function() return call('nvim_eval', 'pumvisible()') == 1 end)
      vim.wait(300) -- it is asked for again while someone types
    else
      local letters = word:match('^"(.*)"$')
      for _, key in ipairs(letters and vim.split(letters, '') or { word }) do press(key) end
    end
  end
  return #typed, table.concat(typed, ' ')
end

-- Has a file of the folder ByKeys be made of another one by keys, and what it is then linted.
local function by_keys(what, file, from, to, keys)
  local path = 'Typed/' .. file .. '/PrivacyInfo.xcprivacy'
  local folder = vim.fs.dirname(vim.env.EXPECTATIONS) .. '/ByKeys/'
  vim.fn.mkdir(vim.fs.dirname(path), 'p')
  vim.fn.delete(path)
  if from then vim.fn.writefile(vim.fn.readfile(folder .. from), path) end
  local count, typed
  beside('nvim', function(call)
    call('nvim_command', 'luafile ' .. vim.env.COMPLETION)
    call('nvim_command', 'set columns=130 lines=50')
    call('nvim_command', 'edit ' .. path)
    await('a client', function() return has_client(call) end)
    if from then await('diagnostics', function() return call('nvim_exec_lua', 'return #vim.diagnostic.get(0)', {}) > 0 end) end
    count, typed = type_keys(call, keys)
    local got = vim.tbl_map(function(line) return (line:gsub('<array></array>', '<array/>')) end,
      call('nvim_buf_get_lines', 0, 0, -1, false))
    same(got, vim.fn.readfile(folder .. to), 'the buffer')
  end)
  say('-- %s: %d keys: %s', what, count, typed)
  local said = vim.system({ 'privacy-lsp', 'lint', path }, { text = true }):wait()
  check(said.code == 0 and said.stdout:find('^no findings'), 'lint says %s', said.stdout)
  return count
end

local function test_by_keys()
  local want = expected.byKeys
  if vim.lsp.completion and vim.fn.has('nvim-0.12') == 1 then
    step('a whole manifest by keys, no more than are good [server]', function()
      local count = by_keys('a whole manifest', 'typed', nil, 'typed.xcprivacy', [[
        i <lt> … <C-n> <C-y> <Tab>
        <lt> "em" … <C-y> <Tab> <Tab> … <C-n> <C-y> <Tab>
        <lt> "cra" … <C-y> <Tab> <Tab> … <C-n> <C-y> <Tab>
        <Esc> j j f > a
        <lt> "us" … <C-y> <C-x> <C-o> … <C-y> <Tab>
        <lt> "di" … <C-y> <C-x> <C-o> … <C-n> <C-y>
        <Esc> : w <CR>
      ]])
      check(count <= want.budget.neovim, '%d keys, and %d are good', count, want.budget.neovim)
    end, 3)
  end
  step('ten mistakes mended by keys [server]', function()
    local menu = vim.fn.maparg('gra', 'n') ~= '' and 'g r a' or ': "lua" <Space> "vim.lsp.buf.code_action()" <CR>'
    local keys = vim.tbl_map(function(place) return '] d ' .. menu .. ' ' .. place .. ' <CR>' end, want.places)
    by_keys('ten mistakes', 'mended', 'mistakes.xcprivacy', 'mended.xcprivacy', table.concat(keys, ' ') .. ' : w <CR>')
  end, 3)
end

-- The files of the README's last way to install, in a Neovim that has nothing else of ours.
local function test_alone()
  if not vim.lsp.enable then return end
  step('lsp/privacy_lsp.lua stands alone [server]', function()
    beside('alone', function(call)
      same(call('nvim_get_runtime_file', 'lua/privacy_lsp/init.lua', true), {}, 'what else of ours is found')
      for _, kind in ipairs(kinds.kinds) do
        for _, name in ipairs({ kind.examples[1], kind.examples[1]:upper() }) do
          vim.fn.mkdir(vim.fs.dirname('Alone/' .. name), 'p')
          vim.fn.writefile(vim.fn.readfile(expected.noServer.file), 'Alone/' .. name)
          call('nvim_command', 'edit Alone/' .. name)
          await('a client for ' .. name, function() return has_client(call) end)
        end
      end
      for _, name in ipairs(kinds.others) do
        call('nvim_command', 'edit Others/' .. name)
        same(has_client(call), false, 'a client of ' .. name)
      end
    end)
  end)
end

local function test_code_actions()
  for _, action in ipairs(expected.codeActions) do
    step('code action, ' .. action.what .. ' [server]', function()
      open_with_diagnostics(action.file)
      local before = #vim.diagnostic.get(0)
      same(before, #expected.diagnostics.all, 'number of diagnostics at first')
      local function has()
        for _, d in ipairs(shown()) do
          if d.code == action.code and d.line == action.line then return true end
        end
      end
      check(has(), 'no finding %s on line %d', action.code, action.line)
      go(action)
      vim.lsp.buf.code_action({ filter = function(a) return a.isPreferred end, apply = true })
      local wanted = action.lines.are[1]
      await('the edit', function() return vim.fn.getline(action.lines.from) == wanted end)
      lines_are(action.lines)
      await('the finding to go', function() return not has() end)
      same(#vim.diagnostic.get(0), before - 1, 'number of diagnostics at last')
    end)
  end
end

local function test_inlay_hints()
  local want = expected.inlayHints
  step('inlay hints [server]', function()
    open(want.file)
    vim.lsp.inlay_hint.enable(true)
    local function hints()
      return vim.tbl_map(function(h)
        local place = h.inlay_hint.position
        local line = vim.fn.getline(place.line + 1)
        local column = vim.str_byteindex(line, place.character, true)
        return { line = place.line + 1, before = line:sub(1, column), text = h.inlay_hint.label }
      end, vim.lsp.inlay_hint.get({ bufnr = 0 }))
    end
    await('hints', function() return #hints() > 0 end)
    local function are(all)
      local got = hints()
      same(#got, #all, 'number of hints')
      for i, hint in ipairs(all) do
        same(got[i].line, hint.line, 'line of the hint')
        same(got[i].text, hint.text, 'hint on line ' .. hint.line)
        check(vim.endswith(got[i].before, hint.after), 'the hint stands behind %q', got[i].before)
      end
    end
    are(want.all)
    local shown = ''
    vim.cmd('redraw!')
    for row = 1, vim.o.lines do
      for column = 1, vim.o.columns do shown = shown .. vim.fn.screenstring(row, column) end
    end
    check(shown:find(want.all[1].after .. ' ' .. want.all[1].text, 1, true), 'the hint is not on the screen')
    capture('inlay-hints')
    -- A name that was misspelt gets its hint with the fix.
    local line = vim.fn.getline(want.fixed.line):gsub('PhotosOrVideos', 'PhotosorVideos')
    vim.fn.setline(want.fixed.line, line)
    await('one more hint', function() return #hints() == #want.all + 1 end)
    are(vim.list_extend({ want.fixed }, want.all))
    vim.lsp.inlay_hint.enable(false)
  end)
end

local function test_semantic_tokens()
  local want = expected.semanticTokens
  step('semantic tokens [server]', function()
    open(want.file)
    local function token(line, text)
      local first = vim.fn.getline(line):find(text, 1, true)
      check(first, 'line %d has no %q', line, text)
      local tokens = vim.lsp.semantic_tokens.get_at_pos(0, line - 1, first - 1) or {}
      if not tokens[1] then return nil end
      same(tokens[1].end_col - tokens[1].start_col, #text, 'length of the token on line ' .. line)
      same(tokens[1].start_col, first - 1, 'start of the token on line ' .. line)
      return tokens[1].type
    end
    await('tokens', function() return token(want.all[1].line, want.all[1].text) end)
    local notes = { 'Colours, by the highlight group and the colour it has in the default scheme:' }
    vim.cmd('redraw!')
    for _, piece in ipairs(want.all) do
      local kind = piece.type ~= vim.NIL and piece.type or nil
      same(token(piece.line, piece.text), kind, 'type of ' .. piece.text)
      local at = vim.fn.getline(piece.line):find(piece.text, 1, true) - 1
      local marks = vim.inspect_pos(0, piece.line - 1, at).semantic_tokens
      local groups = vim.tbl_map(function(mark) return mark.opts.hl_group end, marks)
      check(not kind or vim.tbl_contains(groups, '@lsp.type.' .. kind .. '.xml'), '%s is not coloured', piece.text)
      local color = kind and vim.api.nvim_get_hl(0, { name = '@lsp.type.' .. kind, link = false }).fg
      table.insert(notes, string.format('%3d  %-45s %s', piece.line, piece.text,
        kind and '@lsp.type.' .. kind .. (color and string.format(' #%06x', color) or '') or 'none'))
    end
    -- What changes is asked for as a difference.
    local line = vim.fn.getline(want.typed.line)
    vim.fn.setline(want.typed.line, (line:gsub(want.typed.from, want.typed.to)))
    await('the key to be unknown', function()
      local good, kind = pcall(token, want.typed.line, want.typed.to)
      return good and kind == want.typed.type
    end)
    table.insert(notes, string.format('%3d  %-45s @lsp.type.%s', want.typed.line, want.typed.to, want.typed.type))
    capture('semantic-tokens', notes)
  end)
end

-- The answer to a request of the editor's.
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, patience)
  local answer = answers and answers[client().id]
  check(answer and not answer.err and not answer.error, 'no answer to %s: %s', method, vim.inspect(answers))
  return answer.result
end

local function test_symbols()
  local want = expected.symbols
  step('symbols [server]', function()
    open(want.file)
    local list
    vim.lsp.buf.document_symbol({ on_list = function(found) list = found.items end })
    await('symbols', function() return list and #list > 0 end)
    for _, symbol in ipairs(want.some) do
      local found = vim.tbl_filter(function(item)
        return item.lnum == symbol.line and item.text:find(symbol.name, 1, true)
      end, list)
      check(#found == 1, 'no %q on line %d: %s', symbol.name, symbol.line, vim.inspect(list))
    end
    vim.fn.setloclist(0, {}, ' ', { title = 'Symbols', items = list })
    vim.cmd('lopen 20')
    capture('symbols')
    vim.cmd('lclose')
  end)
end

-- Neovim 0.10 asks for no folds by itself; plugins make folds by hand of the answer.
local function test_folds()
  local want = expected.folds
  step('folds [server]', function()
    open(want.file)
    local folds = vim.tbl_map(function(fold)
      return { fold.startLine + 1, fold.endLine + 1 }
    end, ask('textDocument/foldingRange', { textDocument = vim.lsp.util.make_text_document_params() }))
    local all = vim.deepcopy(folds)
    same(#all, #want.all, 'number of folds')
    for i, fold in ipairs(want.all) do
      same(all[i][1], fold[1], 'start of fold ' .. i)
      -- Clients that hide whole lines keep the line of the end tag.
      check(all[i][2] == fold[2] or all[i][2] == fold[2] + 1, 'fold %d ends on line %d', i, all[i][2])
    end
    vim.wo.foldmethod = 'manual'
    vim.cmd('normal! zE')
    table.sort(folds, function(a, b) return a[1] > b[1] end)
    for _, fold in ipairs(folds) do
      if fold[1] ~= 4 then vim.cmd(string.format('%d,%dfold', fold[1], fold[2])) end
    end
    same(vim.fn.foldclosed(16), 13, 'start of the closed fold around line 16')
    capture('folds')
    vim.cmd('normal! zE')
  end)
end

local function test_highlights()
  local want = expected.highlights
  step('highlights of a key and its value [server]', function()
    open(want.file)
    go(want)
    vim.lsp.buf.document_highlight()
    local namespace = vim.api.nvim_create_namespace(is_new and 'nvim.lsp.references' or 'vim_lsp_references')
    local function marks() return vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true }) end
    await('highlights', function() return #marks() > 0 end)
    local notes = { 'Highlighted:' }
    local got = vim.tbl_map(function(mark)
      local text = vim.api.nvim_buf_get_text(0, mark[2], mark[3], mark[4].end_row, mark[4].end_col, {})[1]
      table.insert(notes, string.format('%3d  %-45s %s', mark[2] + 1, text, mark[4].hl_group))
      return { line = mark[2] + 1, text = text }
    end, marks())
    same(got, want.all, 'highlights')
    capture('highlights', notes)
    vim.lsp.buf.clear_references()
  end)
end

local function test_refactorings()
  for _, action in ipairs(expected.refactorings) do
    step('refactoring, ' .. action.what .. ' [server]', function()
      open(action.file)
      go(action)
      local offered = {}
      vim.lsp.buf.code_action({
        filter = function(a)
          table.insert(offered, string.format('%-20s %s', a.kind, a.title))
          return a.title == action.title
        end,
        apply = true,
      })
      local last = action.lines.are[#action.lines.are]
      await('the edit', function() return vim.fn.getline(action.lines.from + #action.lines.are - 1) == last end)
      lines_are(action.lines)
      capture('refactoring', vim.list_extend({ 'Offered on line ' .. action.line .. ':' }, offered))
    end)
  end
end

-- The server registers formatting for the files that it formats a moment after it begins.
local function await_formatting()
  await('formatting', function()
    return #vim.lsp.get_clients({ bufnr = 0, name = 'privacy_lsp', method = 'textDocument/formatting' }) > 0
  end)
end

local function test_formatting()
  local want = expected.formatting
  step('formatting [server]', function()
    open(want.file)
    vim.bo.expandtab = false
    capture('formatting-before')
    await_formatting()
    vim.lsp.buf.format({ timeout_ms = patience })
    lines_are(want.lines)
    capture('formatting')
    vim.cmd('silent undo')
    check(not pcall(lines_are, want.lines), 'the formatting cannot be undone at once')
  end)
end

-- A bit of XML that has something to say under any name.
local function write(name)
  local path = 'Kinds/' .. name
  vim.fn.mkdir(vim.fs.dirname(path), 'p')
  vim.fn.writefile(vim.fn.readfile(expected.noServer.file), path)
  return path
end

-- A server for all files of a type, within this Neovim, which makes every file it formats one line.
local function start_another(name)
  local function server(dispatchers)
    local requests, closing = 0, false
    local function close()
      if not closing then dispatchers.on_exit(0, 0) end
      closing = true
    end
    return {
      request = function(method, _, callback)
        requests = requests + 1
        local results = {
          initialize = { capabilities = { documentFormattingProvider = true } },
          ['textDocument/formatting'] = { { newText = 'one line\n',
            range = { start = { line = 0, character = 0 }, ['end'] = { line = 10000, character = 0 } } } },
        }
        callback(nil, results[method] or vim.NIL)
        return true, requests
      end,
      notify = function(method)
        if method == 'exit' then close() end
        return true
      end,
      is_closing = function() return closing end,
      terminate = close,
    }
  end
  local id = assert(vim.lsp.start({ name = name, cmd = server, root_dir = vim.fn.getcwd() }))
  await('another client', function() return vim.lsp.get_client_by_id(id).initialized end)
  return id
end

local function test_formatting_beside_another()
  step('formatting beside a server for all XML [server]', function()
    local want = expected.formatting
    dofile(vim.env.FORMATTING) -- as the README says
    local function format() vim.api.nvim_feedkeys(vim.keycode('<Leader>f'), 'xt', false) end
    open(want.file)
    vim.bo.expandtab = false
    local other = start_another('lemminx')
    await_formatting()
    vim.lsp.buf.format({ timeout_ms = patience })
    same(vim.fn.getline(1), 'one line', 'what both make of it')
    vim.cmd('silent undo')
    open(want.file)
    vim.bo.expandtab = false
    vim.lsp.buf_attach_client(0, other)
    format()
    lines_are(want.lines)
    -- Without a server of ours, and where it does not format, the other one does.
    for _, file in ipairs({ expected.noServer.file, write('InfoPlist.xcstrings') }) do
      vim.cmd('silent! %bwipeout!')
      vim.cmd('edit ' .. file)
      vim.lsp.buf_attach_client(0, other)
      format()
      same(vim.api.nvim_buf_get_lines(0, 0, -1, false), { 'one line' }, file)
    end
    vim.lsp.stop_client(other, true)
    vim.cmd('silent! %bwipeout!')
  end)
end

local function test_code_lenses()
  local want = expected.codeLenses
  step('code lenses, and the command of one [server]', function()
    open(want.file)
    local function get()
      if not vim.lsp.codelens.enable then return vim.lsp.codelens.get(0) end
      return vim.tbl_map(function(one) return one.lens end, vim.lsp.codelens.get({ bufnr = 0 }))
    end
    if vim.lsp.codelens.enable then -- 0.12
      vim.lsp.codelens.enable(true, { bufnr = 0 })
    else
      vim.lsp.codelens.refresh({ bufnr = 0 })
    end
    await('lenses', function() return #get() > 0 end)
    local function resolved()
      vim.cmd('redraw!')
      local all = get()
      for _, lens in ipairs(all) do if not lens.command then return nil end end
      return all
    end
    local lenses = await('the words of the lenses', resolved)
    for _, lens in ipairs(want.some) do
      local found = vim.tbl_filter(function(l)
        return l.range.start.line + 1 == lens.line and l.command and l.command.title == lens.title
      end, lenses)
      check(#found == 1, 'no lens %q on line %d: %s', lens.title, lens.line, vim.inspect(lenses))
    end
    -- The editor shows a lens once it has drawn the line.
    local namespaces = vim.api.nvim_get_namespaces()
    await('the lens to be drawn', function()
      vim.cmd('redraw!')
      for name, namespace in pairs(namespaces) do
        if name:find('codelens', 1, true) and #vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, {}) > 0 then
          return true
        end
      end
      namespaces = vim.api.nvim_get_namespaces()
    end)
    capture('code-lenses')
    local said
    for _, method in ipairs({ 'window/showMessage', 'window/showMessageRequest', 'window/showDocument' }) do
      vim.lsp.handlers[method] = function(_, result)
        said = vim.inspect(result)
        return method == 'window/showDocument' and { success = true } or vim.NIL
      end
    end
    vim.api.nvim_win_set_cursor(0, { want.run.line, 0 })
    vim.lsp.codelens.run()
    await('the command to say something', function() return said end)
    check(said:find(want.run.says, 1, true), 'the command says %s', said)
  end)
end

local function test_typing()
  for _, what in ipairs({ { 4, 'diagnostics follow the typing' }, { 3, 'diagnostics follow the typing behind an emoji' } }) do
    step(what[2] .. ' [server]', function()
      open_with_diagnostics('PrivacyInfo.xcprivacy')
      local before = shown()
      local one = expected.diagnostics.all[what[1]]
      go({ line = one.line, after = one.text })
      vim.cmd('normal! x') -- the sign behind: what follows is moved
      vim.cmd('undo')
      go({ line = one.line, after = one.text:sub(1, -2) })
      vim.cmd('normal! x')
      await('another finding', function() return #shown() ~= #before or shown()[what[1]].text ~= one.text end)
      vim.cmd('undo')
      await('the finding to come back', function() return vim.deep_equal(shown(), before) end)
    end)
  end
end

local function test_file_kinds()
  for _, kind in ipairs(kinds.kinds) do
    step('files of the kind ' .. kind.kind .. ' start the server, in any letter case [server]', function()
      check(#kind.examples > 0, 'there are no examples')
      for _, example in ipairs(kind.examples) do
        for _, name in ipairs({ example, example:upper() }) do
          vim.cmd('silent! %bwipeout!')
          vim.cmd('edit ' .. write(name))
          if kind.syntax == 'xml' then same(vim.bo.filetype, 'xml', 'filetype of ' .. name) end
          check(vim.bo.filetype ~= '', '%s has no filetype', name)
          await('a server for ' .. name, function() local c = client() return c and c.initialized end)
          same(#vim.lsp.get_clients({ bufnr = 0 }), 1, 'number of clients of ' .. name)
        end
      end
    end)
  end
end

local function test_other_files()
  step('a file of another kind starts no server, where one of ours does [server]', function()
    open('PrivacyInfo.xcprivacy')
    vim.lsp.stop_client(vim.lsp.get_clients(), true)
    await('the end of servers', function() return #vim.lsp.get_clients() == 0 end)
    vim.cmd('silent! %bwipeout!')
    vim.cmd('edit ' .. expected.noServer.file)
    same(vim.bo.filetype, 'xml', 'filetype')
    for _, name in ipairs(kinds.others) do
      vim.cmd('edit ' .. write('Others/' .. name))
    end
    -- One that is ours by name alone: a binary property list.
    vim.fn.mkdir('Kinds/Binary', 'p')
    vim.fn.writefile({ 'bplist00 and so on' }, 'Kinds/Binary/Info.plist')
    vim.cmd('edit Kinds/Binary/Info.plist')
    vim.wait(500)
    same(#vim.lsp.get_clients(), 0, 'number of clients')
    same(#vim.diagnostic.get(), 0, 'number of diagnostics')
  end)
end

-- The window of the label, and its text.
local function label_window()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if vim.api.nvim_buf_get_name(buffer):find('privacy-label://', 1, true) then
      return window, table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
    end
  end
end

local function test_label()
  local want = expected.label
  step('label, which follows the typing [server]', function()
    open(want.file)
    local source = vim.api.nvim_get_current_buf()
    vim.cmd('PrivacyLabel')
    local function says(part) return select(2, label_window()) and select(2, label_window()):find(part, 1, true) end
    for _, part in ipairs(want.contains) do
      await(string.format('%q in the label', part), function() return says(part) end)
    end
    for _, part in ipairs(want.never) do check(not says(part), '%q is on the label', part) end
    same(vim.api.nvim_get_current_buf(), source, 'the buffer with the cursor')
    capture('label')
    -- Typed by keys, as a user does.
    go({ line = want.change.line, after = want.change.replace:sub(1, -2) })
    local taken = string.rep('<BS>', #want.change.replace)
    vim.api.nvim_feedkeys(
      vim.api.nvim_replace_termcodes('a' .. taken .. want.change.by .. '<Esc>', true, false, true), 'tx', false)
    vim.api.nvim_exec_autocmds('TextChanged', { buffer = source }) -- Neovim gives it between keys, a script has none
    await('the label to follow', function() return says(want.change.adds) and not says(want.change.removes) end)
    capture('label-after-typing')
    vim.api.nvim_set_current_win((label_window()))
    vim.api.nvim_feedkeys('q', 'x', false)
    check(not label_window(), 'q leaves the label there')
    same(vim.api.nvim_get_current_buf(), source, 'the buffer after q')
    vim.wait(100)
    same(#vim.api.nvim_get_autocmds({ event = 'TextChanged', buffer = source }), 0, 'what is left behind')
  end)
  step('label of a file without a server says so', function()
    vim.cmd('silent! %bwipeout!')
    vim.cmd('edit ' .. expected.noServer.file)
    local said
    local notify = vim.notify
    vim.notify = function(text) said = text end
    vim.cmd('PrivacyLabel')
    vim.notify = notify
    same(said, 'privacy-lsp: this is not a privacy file', 'what is said')
    check(not label_window(), 'an empty label is shown')
  end)
end

local function test_path()
  step('diagnostics, in a path with spaces and umlauts [server]', function()
    local folder = 'Größe und mehr/Über 1'
    vim.fn.mkdir(folder, 'p')
    vim.uv.fs_copyfile(expected.diagnostics.file, folder .. '/PrivacyInfo.xcprivacy')
    vim.cmd('silent! %bwipeout!')
    vim.cmd('edit ' .. vim.fn.fnameescape(folder .. '/PrivacyInfo.xcprivacy'))
    await('diagnostics', function() return #vim.diagnostic.get(0) == #expected.diagnostics.all end)
    vim.fn.delete('Größe und mehr', 'rf')
  end)
end

local function children() return vim.api.nvim_get_proc_children(vim.fn.getpid()) end

local function test_health()
  step('checkhealth [server]', function()
    open_with_diagnostics('PrivacyInfo.xcprivacy')
    vim.cmd('checkhealth privacy_lsp')
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    capture('checkhealth', vim.split(text, '\n'))
    vim.cmd('silent! %bwipeout!')
    for _, part in ipairs({
      '/bin/privacy-lsp`: privacy-lsp ', 'the server starts for privacy files',
      'a privacy manifest has the file type xml', 'SampleApp` for PrivacyInfo.xcprivacy',
    }) do
      check(text:find(part, 1, true), 'no %q in %s', part, text)
    end
    for _, word in ipairs({ 'ERROR', 'WARNING' }) do check(not text:find(word, 1, true), '%s in %s', word, text) end
  end)
  step('a missing program is named by checkhealth', function()
    local path = vim.env.PATH
    vim.env.PATH = '/usr/bin:/bin'
    vim.cmd('checkhealth privacy_lsp')
    vim.env.PATH = path
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    vim.cmd('silent! %bwipeout!')
    check(text:find('`privacy-lsp` is not a program in the PATH', 1, true), 'not in %s', text)
  end)
  step('a missing program is named by the commands, and once when a file is opened', function()
    vim.lsp.stop_client(vim.lsp.get_clients(), true)
    await('the end of servers', function() return #vim.lsp.get_clients() == 0 end)
    local path, notify, said = vim.env.PATH, vim.notify, {}
    vim.env.PATH = '/usr/bin:/bin'
    vim.notify = function(text) table.insert(said, text) end
    local words = 'privacy-lsp: program `privacy-lsp` not found; see :checkhealth privacy_lsp'
    if vim.lsp.enable then
      for _, kind in ipairs(kinds.kinds) do
        -- As in a Neovim that has just started.
        vim.g.loaded_privacy_lsp = nil
        vim.cmd('runtime plugin/privacy_lsp.lua')
        said = {}
        vim.cmd('edit ' .. write(kind.examples[1]))
        same(said, { words }, 'what is said for ' .. kind.examples[1])
        vim.cmd('edit ' .. write(kind.examples[#kind.examples]))
        vim.cmd('edit! PrivacyInfo.xcprivacy')
        same(said, { words }, 'what is said later')
      end
    end
    vim.cmd('edit PrivacyInfo.xcprivacy')
    for _, command in ipairs({ 'PrivacyLabel', 'PrivacyRestart' }) do
      said = {}
      vim.cmd(command)
      same(said, { words }, 'what is said by ' .. command)
      check(not label_window(), 'an empty label is shown')
    end
    vim.notify = notify
    vim.env.PATH = path
    vim.cmd('silent! %bwipeout!')
  end)
  step('another program is none of ours for checkhealth', function()
    local privacy = require('privacy_lsp')
    local command = privacy.command
    privacy.command = function() return { '/bin/true', 'serve' } end
    vim.cmd('checkhealth privacy_lsp')
    privacy.command = command
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    vim.cmd('silent! %bwipeout!')
    check(text:find('true` is not privacy-lsp', 1, true), 'not in %s', text)
  end)
end

local function test_install()
  step('installed as the README says', function()
    for _, file in ipairs({ 'lua/privacy_lsp/init.lua', 'plugin/privacy_lsp.lua', 'ftdetect/privacy_lsp.lua' }) do
      same(vim.api.nvim_get_runtime_file(file, true), { vim.env.HOME .. '/src/privacy-lsp/editors/neovim/' .. file }, file)
    end
    same(vim.fn.exists(':PrivacyLabel'), 2, 'the command')
  end)
end

local function test_help()
  step('help', function()
    for _, tag in ipairs({ 'privacy-lsp', ':PrivacyLabel', ':PrivacyRestart', 'privacy-lsp-setup()',
      'privacy-lsp-files', 'privacy-lsp-typing', 'privacy-lsp-formats()' }) do
      vim.cmd('help ' .. tag)
      same(vim.fs.basename(vim.api.nvim_buf_get_name(0)), 'privacy-lsp.txt', 'the file of ' .. tag)
      check(vim.fn.getline('.'):find('*' .. tag .. '*', 1, true), '%s leads to %s', tag, vim.fn.getline('.'))
      vim.cmd('helpclose')
    end
    -- What to type with is what the README says.
    local text = table.concat(vim.fn.readfile(vim.api.nvim_get_runtime_file('doc/privacy-lsp.txt', false)[1]), '\n')
    local block = '    ' .. table.concat(vim.fn.readfile(vim.env.COMPLETION), '\n    ')
    check(text:find(block, 1, true), 'the block of the README is not in the help')
    -- The list of them that comes along is that of the text.
    local folder = vim.fs.dirname(vim.api.nvim_get_runtime_file('doc/privacy-lsp.txt', false)[1])
    local before = vim.fn.readfile(folder .. '/tags')
    vim.cmd('helptags ' .. folder)
    same(vim.fn.readfile(folder .. '/tags'), before, 'the list of tags')
  end)
end

local function test_restart()
  step('restart after the server was killed [server]', function()
    open_with_diagnostics('PrivacyInfo.xcprivacy')
    local before, old = shown(), client().id
    same(#children(), 1, 'number of servers')
    vim.uv.kill(children()[1], 'sigkill')
    await('the end of the client', function() return not vim.lsp.get_client_by_id(old) end)
    vim.cmd('PrivacyRestart')
    await('another client', function() local c = client() return c and c.initialized end)
    check(client().id ~= old, 'the old client is still there')
    await('the same diagnostics', function() return vim.deep_equal(shown(), before) end)
  end)
  step('restart of a server that runs [server]', function()
    open_with_diagnostics('PrivacyInfo.xcprivacy')
    local before, old, process = shown(), client().id, children()[1]
    vim.cmd('PrivacyRestart')
    await('another client', function() local c = client() return c and c.id ~= old and c.initialized end)
    same(#children(), 1, 'number of servers')
    check(children()[1] ~= process, 'it is the same process')
    await('the same diagnostics', function() return vim.deep_equal(shown(), before) end)
  end)
  step('restart in a file of another kind says so', function()
    vim.cmd('silent! %bwipeout!')
    vim.cmd('edit ' .. expected.noServer.file)
    local said
    local notify = vim.notify
    vim.notify = function(text) said = text end
    vim.cmd('PrivacyRestart')
    vim.notify = notify
    same(said, 'privacy-lsp: this is not a privacy file', 'what is said')
  end)
end

local function test_leaving()
  step('the server goes with the editor\'s wish [server]', function()
    open_with_diagnostics('PrivacyInfo.xcprivacy')
    local before = children()
    vim.lsp.stop_client(vim.lsp.get_clients())
    await('the end of the process', function() return #children() == 0 end)
    check(#before == 1, 'there were %d servers', #before)
  end)
end

vim.o.columns, vim.o.lines = 130, 50
local good, why = pcall(function()
  test_install()
  test_diagnostics()
  test_hovers()
  test_completions()
  test_completion_while_typing()
  test_by_keys()
  test_alone()
  test_code_actions()
  test_inlay_hints()
  test_semantic_tokens()
  test_symbols()
  test_folds()
  test_highlights()
  test_refactorings()
  test_formatting()
  test_formatting_beside_another()
  test_code_lenses()
  test_typing()
  test_label()
  test_restart()
  test_path()
  test_health()
  test_help()
  test_file_kinds()
  test_other_files()
  test_leaving()
end)
if not good then
  failures = failures + 1
  say('not ok neovim: %s', why)
end
vim.cmd(failures == 0 and 'qa!' or 'cquit 1')
