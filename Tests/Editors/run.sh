#!/bin/bash
# Runs the editor tests: real editors, without a screen, against the built server.
#   run.sh [EDITOR...]          all editors where none is named: emacs emacs-lsp-mode helix neovim vscode
# PRIVACY_LSP_BINARY   the server, .build/release/privacy-lsp where not set; a static build, as the editors run in a
#                      Debian root of their own, made by setup.sh in PRIVACY_LSP_CACHE (~/.cache/privacy-lsp)
# PRIVACY_LSP_CAPTURES   a folder for what the editors show, as plain text; nothing is written where it is not set
# PRIVACY_LSP_EDITORS_SUITE  the Debian suite of the root, trixie where not set
# PRIVACY_LSP_EDITORS_ROOT   a root that is there already and is used as it is
#
# Each editor has a folder with a script run.sh, which gets the server's command, and the repository's folder editors in
# INTEGRATIONS. It copies SampleApp, drives the editor and prints "ok NAME" or "not ok NAME: WHY" for each thing it
# looked at in the editor. What has to be there stands in expectations.json, for all editors alike; which checks an editor
# has to have in checks.json. Then the same tests run against a dead server, and have to fail.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(cd "$here/../.." && pwd)
cache=${PRIVACY_LSP_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/privacy-lsp}
binary=$(realpath -m "${PRIVACY_LSP_BINARY:-$repository/.build/release/privacy-lsp}")
editors=("$@")
(( $# )) || editors=(emacs emacs-lsp-mode helix neovim vscode)
declare -A packages=(
  [emacs]="emacs-nox elpa-company elpa-corfu elpa-corfu-terminal elpa-package-lint elpa-yasnippet git tmux"
  [emacs-lsp-mode]="elpa-lsp-mode elpa-yasnippet"
  [helix]="hx jq tmux"
  [neovim]=neovim
  [vscode]="nodejs esbuild node-minimatch node-semver xz-utils python3 unzip source:node-vscode-lsp"
)

[[ -x $binary ]] || { echo "run.sh: no server at $binary: build it, or set PRIVACY_LSP_BINARY" >&2; exit 2; }
root=${PRIVACY_LSP_EDITORS_ROOT:-}
if [[ ! $root ]]; then
  suite=${PRIVACY_LSP_EDITORS_SUITE:-trixie}
  root=$cache/editors-$suite
  named=("${!packages[@]}") # one root for all editors; of another suite only those that are named
  if [[ $suite != trixie ]]; then named=("${editors[@]}"); fi
  read -ra wanted <<<"$(for editor in "${named[@]}"; do printf '%s ' "${packages[$editor]:-}"; done)"
  mapfile -t wanted < <(printf '%s\n' "${wanted[@]}" | sort -u)
  "$here/setup.sh" "$suite" "$root" "${wanted[@]}"
fi

passed=0
failed=0
if "$here/checks.py" --readme; then passed=1; else failed=1; fi
results=$(mktemp)
trap 'rm -f "$results"' EXIT

captures=${PRIVACY_LSP_CAPTURES:-}
if [[ $captures ]]; then
  mkdir -p "$captures"
  captures=$(realpath "$captures")
fi

drive() { # EDITOR PATIENCE_MS COMMAND...: runs an editor's tests, with the lines they print in $results
  local editor=$1 patience=$2 shots=()
  shift 2
  # A dead server has nothing to show.
  if [[ $captures && $1 != true ]]; then shots=(-b "$captures:/tmp/captures" -e CAPTURES=/tmp/captures); fi
  timeout 600 "$here/run-in.sh" "$root" -b "$here:/tmp/editors" -b "$binary:/tmp/bin/privacy-lsp" \
    -b "$repository/editors:/tmp/integrations" -e INTEGRATIONS=/tmp/integrations "${shots[@]}" -e "PATIENCE=$patience" \
    -- "/tmp/editors/$editor/run.sh" "$@" </dev/null >"$results" 2>&1
}


for editor in "${editors[@]}"; do
  [[ -x $here/$editor/run.sh ]] || { echo "run.sh: no tests for the editor $editor" >&2; exit 2; }
  echo "== $editor"
  status=0
  drive "$editor" 15000 /tmp/bin/privacy-lsp serve || status=$?
  cat "$results"
  good=$(grep -c '^ok ' "$results" || true)
  bad=$(grep -c '^not ok ' "$results" || true)
  passed=$((passed + good))
  failed=$((failed + bad))
  if (( status && !bad )); then
    echo "not ok $editor: ended with status $status"
    failed=$((failed + 1))
  elif (( !good )); then
    echo "not ok $editor: looked at nothing"
    failed=$((failed + 1))
  elif "$here/checks.py" "$editor" "$results"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi

  # The same tests with no server behind them: a test that passes then looks at nothing.
  status=0
  drive "$editor" 500 true || status=$?
  if (( status )) && ! grep -q '^ok .*\[server\]' "$results" && grep -q '^not ok ' "$results"; then
    echo "ok $editor: fails against a dead server"
    passed=$((passed + 1))
  else
    cat "$results"
    echo "not ok $editor: passes against a dead server (status $status)"
    failed=$((failed + 1))
  fi
done

echo "$passed passed, $failed failed"
(( failed == 0 ))
