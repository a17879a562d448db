#!/bin/bash
# Inside the root: run.sh SERVER serve ; drives Helix in a terminal of tmux over a copy of SampleApp, by keys, and looks
# at the screen and at the files it writes. Helix is set up by the words of its README.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=Tests/Editors/common.sh
source "$here/../common.sh"
work=
newcomer "$@"
server=$(realpath "$(type -P "$1")")
patience=${PATIENCE:-15000}
export XDG_CONFIG_HOME=$work/.config XDG_CACHE_HOME=$work/.cache
terminal=(tmux -L "privacy-lsp-$$" -f /dev/null)
failures=0
failed=$work/failed
trap '"${terminal[@]}" kill-server 2>/dev/null || true' EXIT
echo "-- $(hx --version)"

# The hints are off where nothing is set; messages at the ends of lines would hide what is looked for.
mkdir -p "$XDG_CONFIG_HOME/helix"
cat >"$XDG_CONFIG_HOME/helix/config.toml" <<END
[editor]
end-of-line-diagnostics = "disable"
[editor.lsp]
display-inlay-hints = true
END

# shellcheck disable=SC2016 # names of jq
expected() { jq -r "$@" "$EXPECTATIONS"; }

screen() { "${terminal[@]}" capture-pane -p | sed 's/[[:space:]]*$//'; }

# shows TEXT: whether it stands on the screen. The screen is taken whole: a pipe that grep leaves early is a failure.
shows() {
  local now
  now=$(screen)
  grep -qF -- "$1" <<<"$now"
}

# Waits until the editor has read what was typed, however busy the machine is: an Escape that it finds with the next key
# behind it is another key.
taken() {
  local tty left=$((patience / 50))
  sleep 0.1
  tty=$("${terminal[@]}" display-message -p '#{pane_tty}' 2>/dev/null) || return 0
  # FIONREAD of a terminal that is opened without becoming ours.
  until perl -e 'sysopen(my $tty, $ARGV[0], 0x100) or exit 0; my $left = pack("i", 0);
    ioctl($tty, 0x541B, $left) or exit 0; exit(unpack("i", $left) != 0)' "$tty"; do
    ((left-- > 0)) || fail "the keys are not read: $(screen | tr -s '\n' '|')"
    sleep 0.05
  done
}

press() { # KEY...: as tmux names them
  "${terminal[@]}" send-keys "$@"
  taken
}

write() { # TEXT
  "${terminal[@]}" send-keys -l "$1"
  taken
}

# Ends the step at hand as failed.
fail() {
  printf '%s' "$*" >"$failed"
  exit 1
}

# await TEXT: waits until it stands on the screen.
await() {
  local left=$((patience / 50))
  until shows "$1"; do
    ((left-- > 0)) || fail "no '$1' on the screen: $(screen | tr -s '\n' '|')"
    sleep 0.05
  done
}

# The processes of servers.
servers() {
  local link
  for link in /proc/[0-9]*/exe; do
    if [[ $(readlink "$link" 2>/dev/null) == "$server" ]]; then
      link=${link%/exe}
      echo "${link#/proc/}"
    fi
  done
}

# await_servers NUMBER
await_servers() {
  local left=$((patience / 50))
  until (($(servers | wc -l) == $1)); do
    ((left-- > 0)) || fail "not $1 servers but $(servers | wc -l)"
    sleep 0.05
  done
}

close() {
  local pid
  pid=$("${terminal[@]}" display-message -p '#{pid}' 2>/dev/null) || pid=
  "${terminal[@]}" kill-server 2>/dev/null || true
  # A terminal that is just going turns the next session away. One that is gone has no program any more.
  while [[ $pid ]] && readlink "/proc/$pid/exe" >/dev/null; do sleep 0.02; done
  patience=20000 await_servers 0
}

# open FILE...: in a new editor, as they are on disk in SampleApp. It shows the first.
open() {
  close
  rm -rf "$work/SampleApp"
  cp -r "$here/../SampleApp" "$work/SampleApp"
  mkdir "$work/SampleApp/.git"
  edit "$@"
}

# edit FILE...: the same, with the files as they are
edit() {
  (cd "$work/SampleApp" && "${terminal[@]}" new-session -d -x "${columns:-130}" -y 56 hx "$@")
  await "$(basename "$1")"
}

# go LINE TEXT: puts the cursor on the last character of a text in a line.
# shellcheck disable=SC2001,SC2016 # what is put before each sign of a regular expression is a backslash
go() {
  write "$1gg"
  press /
  write "$(sed 's/[][\.*^$(){}?+|]/\\&/g' <<<"$2")"
  press Enter
}

# lines_are FILE LINES: LINES as JSON, with `from` and `are`; the file is saved first.
lines_are() {
  local from want got left=$((patience / 100))
  from=$(jq -r .from <<<"$2")
  want=$(jq -r '.are[]' <<<"$2")
  until
    press Escape
    write ':w!'
    press Enter
    got=$(sed -n "$from,$((from + $(jq '.are | length' <<<"$2") - 1))p" "$work/SampleApp/$1")
    [[ $got == "$want" ]]
  do
    ((left-- > 0)) || fail "line $from is $got, not $want"
    sleep 0.1
  done
}

capture() { # NAME
  if [[ ${CAPTURES:-} ]]; then screen | grep -vxE '~?' >"$CAPTURES/helix-$1.txt"; fi
}

# With tries=N set, N times if need be: what is typed blindly for many keys may meet a busy machine.
step() { # NAME COMMAND...
  local name=$1 status=1 left=${tries:-1} attempt=0
  shift
  while ((status && left-- > 0)); do
    attempt=$((attempt + 1))
    rm -f "$failed"
    # Not in a condition, where bash would ignore failures within functions.
    set +e
    (
      set -e
      "$@"
    )
    status=$?
    set -e
    ((status == 0 || left == 0)) || printf -- '-- again: %s: %s\n' "$name" "$(cat "$failed" 2>/dev/null)"
  done
  if ((status)); then
    failures=$((failures + 1))
    printf 'not ok helix: %s: %s\n' "$name" "$(cat "$failed" 2>/dev/null || echo "status $status")"
  else
    printf 'ok helix: %s\n' "$name"
  fi
}

test_install() {
  readme_block helix Install >"$work/install"
  bash -euo pipefail "$work/install" || fail "the README's commands fail"
  cmp -s "$XDG_CONFIG_HOME/helix/languages.toml" "$INTEGRATIONS/helix/languages.toml" || fail 'another languages.toml'
}

test_health() {
  local said command
  command=$(readme_block helix Install 2)
  [[ $command == "hx --health "* ]] || fail "not a command: $command"
  # Without the colours.
  said=$(eval "$command" | sed 's/\x1b\[[0-9;]*m//g')
  if [[ ${CAPTURES:-} ]]; then printf '$ %s\n%s\n' "$command" "$said" >"$CAPTURES/helix-health.txt"; fi
  grep -qF "✓ privacy-lsp: $work/bin/privacy-lsp" <<<"$said" || fail "no server: $said"
  (($(grep -c 'queries: ✓' <<<"$said") >= 3)) || fail "queries are missing: $said"
  # The same for every language of ours. Of the parser Debian's Helix says None for all.
  local language languages=()
  mapfile -t languages < <(sed -nE 's/^name = "(.*)"$/\1/p' "$INTEGRATIONS/helix/languages.toml")
  ((${#languages[@]} > 1)) || fail 'there are no languages'
  for language in "${languages[@]}"; do
    said=$(hx --health "$language" | sed 's/\x1b\[[0-9;]*m//g')
    if grep -qE '✘|queries: None|not found' <<<"$said"; then fail "$language is not clean: $said"; fi
    (($(grep -c 'queries: ✓' <<<"$said") >= 3)) || fail "queries of $language are missing: $said"
  done
  if grep -q privacy-lsp <<<"$(hx --health xml)"; then fail "the language xml has the server"; fi
}

# The text that is selected, which a command of the editor writes.
selected() {
  rm -f "$work/selection"
  write ":pipe-to cat >$work/selection"
  press Enter
  local left=$((patience / 50))
  until [[ -s $work/selection ]]; do
    ((left-- > 0)) || fail 'nothing is selected'
    sleep 0.05
  done
  cat "$work/selection"
}

test_diagnostics() {
  # The messages are long, and half of the picker is a view of the file.
  columns=900 open "$(expected .diagnostics.file)"
  press Space
  write d
  local one got
  while IFS= read -r one; do
    await "$(jq -r '.code' <<<"$one")"
    await "$(jq -r '.message' <<<"$one")"
    screen | grep -F "$(jq -r .message <<<"$one")" | grep -iF "$(jq -r .severity <<<"$one")" >/dev/null ||
      fail "not an $(jq -r .severity <<<"$one"): $(jq -r .code <<<"$one")"
  done < <(expected -c '.diagnostics.all[]')
  press Escape
  # What stands under each of them: going to the next one selects it.
  press g g
  while IFS= read -r one; do
    write ']d'
    got=$(selected)
    [[ $got == "$(jq -r .text <<<"$one")" ]] || fail "$(jq -r .code <<<"$one") is under $got"
  done < <(expected -c '.diagnostics.all[]')
}

# The list as it is in a window of a usual width.
test_diagnostics_on_the_screen() {
  open "$(expected .diagnostics.file)"
  press Space
  write d
  local code
  while IFS= read -r code; do await "$code"; done < <(expected '.diagnostics.all[].code')
  capture diagnostics
}

test_hover() { # HOVER, as JSON
  local hover=$1 part
  open "$(jq -r .file <<<"$hover")"
  await_servers 1
  go "$(jq -r .line <<<"$hover")" "$(jq -r .after <<<"$hover")"
  if [[ $(jq .contains <<<"$hover") == null ]]; then
    await_diagnosed
    await "$(expected '.inlayHints.all[0].text')"
    local before
    before=$(screen | sed -n 1,40p) # below it may say that there is nothing
    press Space
    write k
    sleep 0.7
    diff <(echo "$before") <(screen | sed -n 1,40p) >"$work/changed" || fail "shows $(tr '\n' '|' <"$work/changed")"
    return
  fi
  press Space
  write k
  # Helix shows Markdown without its marks.
  while IFS= read -r part; do await "${part//\*\*/}"; done < <(jq -r '.contains[]' <<<"$hover")
  capture "hover-line-$(jq -r .line <<<"$hover")"
}

# Goes on to the next choice of a list, and waits until it is on the screen and nothing else changes there.
next_choice() {
  local before last now same=0 left=60
  before=$(screen)
  last=$before
  press C-n
  while ((same < 3 && left-- > 0)); do
    sleep 0.1
    now=$(screen)
    if [[ $now != "$before" && $now == "$last" ]]; then same=$((same + 1)); else same=0; fi
    last=$now
  done
}

# How often a word stands on the screen.
count() { { screen | grep -owF -- "$1" || true; } | wc -l; }

test_completion() { # COMPLETION, as JSON
  local completion=$1 word typed accepted tries=0
  local -A before=()
  open "$(jq -r .file <<<"$completion")"
  await_servers 1
  local line text
  line=$(jq -r .line <<<"$completion")
  text=$(jq -r .after <<<"$completion")
  if [[ ${text//[[:space:]]/} ]]; then
    go "$line" "$text"
    write a
  else
    write "${line}gg"
    write A
  fi
  typed=$(jq -r .type <<<"$completion")
  if [[ $typed ]]; then write "$typed"; fi
  while IFS= read -r word; do
    before[$word]=$({ grep -owF -- "$word" "$work/SampleApp/$(jq -r .file <<<"$completion")" || true; } | wc -l)
  done < <(jq -r '(.offers // .only)[], .never[]?' <<<"$completion")
  press C-x
  while IFS= read -r word; do
    local left=$((patience / 50))
    until (($(count "$word") > before[$word])); do
      ((left-- > 0)) || fail "$word is not offered: $(screen | tr -s '\n' '|')"
      sleep 0.05
    done
  done < <(jq -r '(.offers // .only)[]' <<<"$completion")
  while IFS= read -r word; do
    (($(count "$word") <= before[$word])) || fail "$word is offered: $(screen | tr -s '\n' '|')"
  done < <(jq -r '.never[]?' <<<"$completion")
  if [[ $(jq .only <<<"$completion") != null ]]; then
    (($(screen | grep -cE '\b[0-9A-F]{4}\.[0-9]\b') == $(jq '.only | length' <<<"$completion"))) ||
      fail "more is offered: $(screen | tr -s '\n' '|')"
  fi
  capture "completion-line-$line"
  # The document shows what is chosen.
  accepted=$(jq -r '.accept as $word | .lines.are[] | select(contains($word))' <<<"$completion" | tr -d '\t')
  until shows "$accepted"; do
    ((tries++ < 8)) || fail "no '$accepted': $(screen | tr -s '\n' '|')"
    next_choice
  done
  press Enter
  lines_are "$(jq -r .file <<<"$completion")" "$(jq .lines <<<"$completion")"
}

# by_keys FILE GOAL KEY...: types keys into a file, which is then saved and has to be the file GOAL of the folder ByKeys and
# to be linted clean. …TEXT is no key: there someone looks at the screen until the text is on it.
by_keys() {
  local file=$1 goal=$2 key before now same count=0
  local keys=("${@:3}")
  for key in "${keys[@]}"; do
    if [[ $key == …* ]]; then
      await "${key#…}"
      continue
    fi
    count=$((count + 1))
    press -- "$key"
    # What it brings about is waited for: until the screen stays as it is.
    now=
    same=0
    [[ $key != Enter ]] || sleep 0.3
    while ((same < 2 + attempt % 3)); do
      before=$now
      sleep 0.1
      now=$(screen)
      if [[ $now == "$before" ]]; then same=$((same + 1)); else same=0; fi
    done
  done
  echo "-- $goal: $count keys: $(printf '%s\n' "${keys[@]}" | grep -v '^…' | tr '\n' ' ')"
  sed 's#<array></array>#<array/>#' "$work/SampleApp/$file" | diff - "$here/../ByKeys/$goal" >"$work/difference" ||
    fail "the file differs: $(tr '\n' '|' <"$work/difference")"
  privacy-lsp lint "$work/SampleApp/$file" >"$work/lint" || true
  grep -q '^no findings' "$work/lint" || fail "lint says $(tr '\n' '|' <"$work/lint")"
  good=$count
}

test_manifest_by_keys() {
  mkdir -p "$work/SampleApp/Typed"
  : >"$work/SampleApp/Typed/PrivacyInfo.xcprivacy"
  close
  edit Typed/PrivacyInfo.xcprivacy
  await_servers 1
  by_keys Typed/PrivacyInfo.xcprivacy typed.xcprivacy \
    i C-x '…anifest with APIs' Tab Tab Enter Tab \
    e m '…EmailsOr' Tab Enter Tab Tab a p p '…AppFunctionality  ' Tab Enter Tab \
    c r a …CrashData Tab Enter Tab Tab a p p '…AppFunctionality  ' Tab Enter Tab \
    Escape j j f '>' a \
    u s …UserDefaults Tab Enter c a …CA92.1 Tab Enter Tab \
    d i …DiskSpace Tab Enter e 1 …E174.1 Tab Enter Escape \
    : w Enter
  local budget
  budget=$(expected .byKeys.budget.helix)
  ((good <= budget)) || fail "$good keys, and $budget are good"
}

test_mistakes_by_keys() {
  mkdir -p "$work/SampleApp/Mistakes"
  cp "$here/../ByKeys/mistakes.xcprivacy" "$work/SampleApp/Mistakes/PrivacyInfo.xcprivacy"
  close
  edit Mistakes/PrivacyInfo.xcprivacy
  await '● '
  local place keys=()
  while IFS= read -r place; do
    keys+=(']' d Space a)
    while ((place-- > 1)); do keys+=(Down); done
    keys+=(Enter)
  done < <(expected '.byKeys.places[]')
  by_keys Mistakes/PrivacyInfo.xcprivacy mended.xcprivacy "${keys[@]}" : w Enter
}

test_inlay_hints() {
  open "$(expected .inlayHints.file)"
  await "$(expected '.inlayHints.all[0] | .after + " " + .text')"
  capture inlay-hints
}

# await_code NUMBER CODE: until the list of findings has it so often.
await_code() {
  local left=$((patience / 300))
  until
    press Escape
    press g g # at a finding its code stands in the corner, too
    press Space
    write d
    sleep 0.2
    (($(count "$2") == $1))
  do
    ((left-- > 0)) || fail "not $1 times $2: $(screen | tr -s '\n' '|')"
  done
  press Escape
}

test_code_action() { # ACTION, as JSON
  local action=$1 code other
  code=$(jq -r .code <<<"$action")
  # shellcheck disable=SC2016 # a name of jq
  other=$(expected --arg code "$code" '[.diagnostics.all[].code | select(. != $code)][0]')
  columns=200 open "$(jq -r .file <<<"$action")"
  await_code 1 "$code"
  await_code 1 "$other"
  go "$(jq -r .line <<<"$action")" "$(jq -r .after <<<"$action")"
  press Space
  write a
  await "Change to"
  capture "code-action-line-$(jq -r .line <<<"$action")"
  # The preferred one comes first.
  press Enter
  lines_are "$(jq -r .file <<<"$action")" "$(jq .lines <<<"$action")"
  await_code 0 "$code"
  await_code 1 "$other"
}

test_symbols() {
  open "$(expected .symbols.file)"
  press Space
  write s
  local name
  while IFS= read -r name; do await "$name"; done < <(expected '.symbols.some[].name')
  capture symbols
}

test_refactoring() {
  local action
  action=$(expected '.refactorings[0]')
  open "$(jq -r .file <<<"$action")"
  go "$(jq -r .line <<<"$action")" "$(jq -r .after <<<"$action")"
  press Space
  write a
  await "$(jq -r .title <<<"$action")"
  capture refactoring
  # The menu has no search; the titles stand in it in order.
  local row
  row=$(screen | grep -nE '(Declare|Mark|Add|Change|Fix|Ignore)' | grep -nF "$(jq -r .title <<<"$action")" | cut -d: -f1)
  while ((row-- > 1)); do press Down; done
  press Enter
  lines_are "$(jq -r .file <<<"$action")" "$(jq .lines <<<"$action")"
}

test_formatting() {
  open "$(expected .formatting.file)"
  # Until the server is there, the command says that there is none.
  local left=$((patience / 200))
  until
    write ':format'
    press Enter
    sleep 0.1
    shows "$(expected '.formatting.lines.are[5]' | tr -d '\t')"
  do
    ((left-- > 0)) || fail "not formatted: $(screen | tr -s '\n' '|')"
  done
  capture formatting
  lines_are "$(expected .formatting.file)" "$(expected -c .formatting.lines)"
}

test_label() {
  open "$(expected .label.file)"
  await_servers 1
  await_diagnosed
  write ":lsp-workspace-command privacy-lsp.showLabel"
  press Enter
  local part
  while IFS= read -r part; do await "$part"; done < <(expected '.label.message[]')
  capture label
  while IFS= read -r part; do
    if shows "$part"; then fail "'$part' is on the label"; fi
  done < <(expected '.label.never[]')
}

# The marks at the left come with the first findings.
await_diagnosed() { await '●'; }

test_typing() { # NUMBER of a finding
  local one code
  one=$(expected -c ".diagnostics.all[$1]")
  code=$(jq -r .code <<<"$one")
  columns=600 open "$(expected .diagnostics.file)"
  await_code 1 "$code"
  go "$(jq -r .line <<<"$one")" "$(jq -r .text <<<"$one")"
  # What is typed behind the whole text makes it another one.
  write a
  # Letter by letter: this Helix sends each change from a task of its own, and on a busy machine the second of two letters
  # typed at once can arrive before the first. Later releases send them in order.
  write X
  write Y
  write Z
  press Escape
  # The list is of the findings that were there when it opened.
  local left=$((patience / 500))
  until
    press Space
    write d
    sleep 0.4
    shows 'XYZ”'
  do
    ((left-- > 0)) || fail "no finding about what was typed: $(screen | tr -s '\n' '|' | tr -s ' ' | cut -c1-2000)"
    press Escape
  done
  press Escape
  write u
  await_code 1 "$code"
  write ':cquit!'
  press Enter
}

test_restart() {
  open "$(expected .diagnostics.file)"
  await_diagnosed
  await_servers 1
  local before
  before=$(servers)
  kill -9 "$before"
  await_servers 0
  sleep 0.3
  write ':lsp-restart'
  press Enter
  await_servers 1
  [[ $(servers) != "$before" ]] || fail 'the same server'
  await_code 1 "$(expected '.diagnostics.all[1].code')"
}

test_restart_of_a_server() {
  open "$(expected .diagnostics.file)"
  await_diagnosed
  local before left=$((patience / 50))
  before=$(servers)
  [[ $before ]] || fail 'there is no server'
  write ':lsp-restart'
  press Enter
  until [[ $(servers) && $(servers) != *"$before"* ]]; do
    ((left-- > 0)) || fail "the server is still $(servers), was $before"
    sleep 0.05
  done
  await_code 1 "$(expected '.diagnostics.all[1].code')"
}

test_other_file() {
  open "$(expected .diagnostics.file)"
  await_servers 1 # so that none would be seen
  open "$(expected .noServer.file)"
  sleep 1
  [[ ! $(servers) ]] || fail 'there is a server'
  press Space
  write d
  sleep 0.3
  if shows "$(expected '.diagnostics.all[0].code')"; then fail 'there are findings'; fi
}

# A file of that name, which has something to say if it is ours.
make() {
  mkdir -p "$(dirname "$work/SampleApp/Kinds/$1")"
  cp "$here/../SampleApp/$(expected .noServer.file)" "$work/SampleApp/Kinds/$1"
}

test_file_kind() { # KIND, as JSON
  local name
  while IFS= read -r name; do
    close
    make "$name"
    edit "Kinds/$name"
    await_servers 1
  done < <(jq -r '.examples[]' <<<"$1")
}

test_other_names() {
  local name names=()
  close
  while IFS= read -r name; do
    make "others/$name"
    names+=("Kinds/others/$name")
  done < <(jq -r '.others[]' "$FILE_KINDS")
  ((${#names[@]})) || fail 'there are no names'
  edit "${names[@]}"
  sleep 1
  [[ ! $(servers) ]] || fail 'there is a server'
}

test_path() {
  local name='Größe und mehr/PrivacyInfo.xcprivacy'
  close
  mkdir -p "$work/SampleApp/${name%/*}"
  cp "$here/../SampleApp/$(expected .diagnostics.file)" "$work/SampleApp/$name"
  edit "$name"
  await_diagnosed
}

# The words of the README under the heading Settings, for a rule that has a finding in the file.
test_settings() {
  local kept rule
  rule=$(expected '.diagnostics.all[0].code')
  kept=$(<"$XDG_CONFIG_HOME/helix/languages.toml")
  readme_block helix Settings | sed "s/duplicate-reason = \"error\"/$rule = \"hint\"/" \
    >>"$XDG_CONFIG_HOME/helix/languages.toml"
  grep -qF "$rule" "$XDG_CONFIG_HOME/helix/languages.toml" || fail "the README has another setting"
  open "$(expected .diagnostics.file)"
  printf '%s\n' "$kept" >"$XDG_CONFIG_HOME/helix/languages.toml"
  await_diagnosed
  press Space
  write d
  await "$rule"
  screen | grep -F "$rule" | grep HINT >/dev/null || fail "not a hint: $(screen | grep -F "$rule")"
}

# A missing program: Helix opens the file in silence, and the command that the README names says why.
test_missing() {
  close
  mv "$work/bin/privacy-lsp" "$work/kept"
  (cd "$work/SampleApp" && "${terminal[@]}" new-session -d -x 130 -y 56 hx PrivacyInfo.xcprivacy)
  sleep 1
  local said
  said=$(eval "$(readme_block helix Install 2)" | sed 's/\x1b\[[0-9;]*m//g')
  mv "$work/kept" "$work/bin/privacy-lsp"
  grep -qF "'privacy-lsp' not found in \$PATH" <<<"$said" || fail "not in $said"
  await NOR
}

test_leaving() {
  open "$(expected .diagnostics.file)"
  await_servers 1
  await_diagnosed
  write ':q!'
  press Enter
  await_servers 0
}

step 'installed as the README says' test_install
step 'hx --health is clean' test_health
step 'diagnostics [server]' test_diagnostics
step 'list of diagnostics [server]' test_diagnostics_on_the_screen
while IFS= read -r hover; do
  nothing=$(jq -r 'if .contains then "" else " shows nothing" end' <<<"$hover")
  step "hover on line $(jq -r .line <<<"$hover")$nothing [server]" test_hover "$hover"
done < <(expected -c '.hovers[]')
while IFS= read -r completion; do
  step "completion of $(jq -r .what <<<"$completion") [server]" test_completion "$completion"
done < <(expected -c '.completions[]')
while IFS= read -r action; do
  step "code action, $(jq -r .what <<<"$action") [server]" test_code_action "$action"
done < <(expected -c '.codeActions[]')
tries=3 step 'a whole manifest by keys, no more than are good [server]' test_manifest_by_keys
tries=3 step 'ten mistakes mended by keys [server]' test_mistakes_by_keys
step 'inlay hints [server]' test_inlay_hints
step 'symbols [server]' test_symbols
step 'refactoring [server]' test_refactoring
step 'formatting [server]' test_formatting
step 'diagnostics follow the typing [server]' test_typing 3
step 'diagnostics follow the typing behind an emoji [server]' test_typing 2
step 'label [server]' test_label
step 'restart after the server was killed [server]' test_restart
step 'restart of a server that runs [server]' test_restart_of_a_server
step 'a file of another kind starts no server, where one of ours does [server]' test_other_file
while IFS= read -r kind; do
  step "files of the kind $(jq -r .kind <<<"$kind") start the server [server]" test_file_kind "$kind"
done < <(jq -c '.kinds[]' "$FILE_KINDS")
step 'files with other names start no server' test_other_names
step 'diagnostics, in a path with spaces and umlauts [server]' test_path
step 'settings reach the server [server]' test_settings
step 'a missing program is named by hx --health' test_missing
step "the server goes with the editor's wish [server]" test_leaving
((failures == 0))
