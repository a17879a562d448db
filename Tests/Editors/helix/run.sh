#!/bin/bash
# Inside the root: run.sh SERVER COMMAND... ; drives Helix in a terminal of tmux over a copy of SampleApp, by keys, and
# looks at the screen and at the files it writes.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
expectations=$here/../expectations.json
patience=${PATIENCE:-15000}
work=$(mktemp -d)
export HOME=$work XDG_CONFIG_HOME=$work/config XDG_CACHE_HOME=$work/cache
terminal=(tmux -L "privacy-lsp-$$" -f /dev/null)
failures=0
failed=$work/failed
trap '"${terminal[@]}" kill-server 2>/dev/null || true' EXIT

# What a user writes into languages.toml and config.toml.
mkdir -p "$XDG_CONFIG_HOME/helix"
arguments=$(printf '"%s", ' "${@:2}")
cat >"$XDG_CONFIG_HOME/helix/languages.toml" <<END
[language-server.privacy-lsp]
command = "$1"
args = [${arguments%, }]

[[language]]
name = "privacy-manifest"
scope = "source.xml.xcprivacy"
grammar = "xml"
file-types = ["xcprivacy"]
language-id = "xml"
roots = []
indent = { tab-width = 4, unit = "\t" }
block-comment-tokens = { start = "<!--", end = "-->" }
language-servers = ["privacy-lsp"]
END
cat >"$XDG_CONFIG_HOME/helix/config.toml" <<END
[editor]
end-of-line-diagnostics = "disable"
[editor.lsp]
display-inlay-hints = true
END

expected() { jq -r "$@" "$expectations"; }

screen() { "${terminal[@]}" capture-pane -p | sed 's/[[:space:]]*$//'; }

press() { # KEY...: as tmux names them
  "${terminal[@]}" send-keys "$@"
  sleep 0.1
}

write() { # TEXT
  "${terminal[@]}" send-keys -l "$1"
  sleep 0.1
}

# Ends the step at hand as failed.
fail() {
  printf '%s' "$*" >"$failed"
  exit 1
}

# await TEXT: waits until it stands on the screen.
await() {
  local left=$((patience / 50))
  until screen | grep -qF -- "$1"; do
    ((left-- > 0)) || fail "no '$1' on the screen: $(screen | tr -s '\n' '|')"
    sleep 0.05
  done
}

# open FILE: in a new editor, as it is on disk in SampleApp.
open() {
  rm -rf "$work/SampleApp"
  cp -r "$here/../SampleApp" "$work/SampleApp"
  mkdir "$work/SampleApp/.git"
  "${terminal[@]}" kill-session 2>/dev/null || true
  (cd "$work/SampleApp" && "${terminal[@]}" new-session -d -x 130 -y 56 hx "$1")
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

step() { # NAME COMMAND...
  local name=$1 status=0
  shift
  rm -f "$failed"
  # Not in a condition, where bash would ignore failures within functions.
  set +e
  (
    set -e
    "$@"
  )
  status=$?
  set -e
  if ((status)); then
    failures=$((failures + 1))
    printf 'not ok helix: %s: %s\n' "$name" "$(cat "$failed" 2>/dev/null || echo "status $status")"
  else
    printf 'ok helix: %s\n' "$name"
  fi
}

test_diagnostics() {
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
  go "$(jq -r .line <<<"$hover")" "$(jq -r .after <<<"$hover")"
  press Space
  write k
  # Helix shows Markdown without its marks.
  while IFS= read -r part; do await "${part//\*\*/}"; done < <(jq -r '.contains[]' <<<"$hover")
  capture "hover-line-$(jq -r .line <<<"$hover")"
}

test_inlay_hints() {
  open "$(expected .inlayHints.file)"
  await "$(expected '.inlayHints.all[0] | .after + " " + .text')"
  capture inlay-hints
}

test_code_action() {
  local action
  action=$(expected '.codeActions[0]')
  open "$(jq -r .file <<<"$action")"
  go "$(jq -r .line <<<"$action")" "$(jq -r .after <<<"$action")"
  press Space
  write a
  await "Change to"
  capture code-action
  press Enter
  lines_are "$(jq -r .file <<<"$action")" "$(jq .lines <<<"$action")"
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
    screen | grep -qF "$(expected '.formatting.lines.are[5]' | tr -d '\t')"
  do
    ((left-- > 0)) || fail "not formatted: $(screen | tr -s '\n' '|')"
  done
  capture formatting
  lines_are "$(expected .formatting.file)" "$(expected -c .formatting.lines)"
}

step 'diagnostics [server]' test_diagnostics
while IFS= read -r hover; do
  step "hover on line $(jq -r .line <<<"$hover") [server]" test_hover "$hover"
done < <(expected -c '.hovers[] | select(.contains)')
step 'inlay hints [server]' test_inlay_hints
step 'code action [server]' test_code_action
step 'symbols [server]' test_symbols
step 'refactoring [server]' test_refactoring
step 'formatting [server]' test_formatting
((failures == 0))
