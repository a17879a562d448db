#!/bin/bash
# What the tests of Emacs with Eglot and with lsp-mode share; sourced by their run.sh.
set -euo pipefail

# shellcheck source=Tests/Editors/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"

# prepare SERVER COMMAND...: a home with the sample app, the server and the project as a newcomer has them.
prepare() {
  newcomer "$@"
  rm -r "$work/SampleApp/.git"
  git init -q "$work/SampleApp"
  mkdir -p "$work/.emacs.d"
  export RESULTS=$work/results
}

# lint_package EDITOR: compiles the package, and looks at it as the package archives do.
lint_package() {
  local editor=$1 folder name status=0
  folder=$(mktemp -d)
  cp "$work/src/privacy-lsp/editors/emacs/privacy-lsp.el" "$folder"
  cd "$folder"
  for name in byte-compile checkdoc package-lint; do
    case $name in
      byte-compile)
        emacs -Q --batch --eval '(setq byte-compile-error-on-warn t)' -f batch-byte-compile privacy-lsp.el ;;
      checkdoc)
        emacs -Q --batch --eval '(checkdoc-file "privacy-lsp.el")' ;;
      package-lint)
        emacs -q --batch -f package-initialize --eval "(require 'package-lint)" \
          -f package-lint-batch-and-exit privacy-lsp.el ;;
    esac >"$work/lint" 2>&1 || status=1
    # Only what is said of the package counts; Emacs also tells which files it loads.
    if (( status )) || grep -q 'privacy-lsp.el:[0-9]' "$work/lint"; then
      cat "$work/lint"
      echo "not ok $editor: $name"
      exit 1
    fi
    echo "ok $editor: $name finds nothing"
  done
  cd "$work"
}

# drive ARGUMENT...: Emacs in a terminal, which runs a test to its end.
drive() {
  local terminal=(tmux -L "emacs$$" -f /dev/null) deadline=$((SECONDS + 300)) status=1
  cd "$work/SampleApp"
  : >"$RESULTS"
  # shellcheck disable=SC2016 # the script expands them
  printf '#!/bin/sh\nemacs -nw --init-directory "$HOME/.emacs.d" "$@"\necho $? >"$HOME/status"\n' >"$work/start"
  chmod +x "$work/start"
  "${terminal[@]}" new-session -d -x 130 -y 40 "$work/start" "$@"
  while [[ ! -s $work/status ]] && (( SECONDS < deadline )); do sleep 0.1; done
  if [[ -s $work/status ]]; then
    status=$(<"$work/status")
  else
    echo "-- the screen, after too long"
    "${terminal[@]}" capture-pane -p | grep -v '^ *$' || true
  fi
  "${terminal[@]}" kill-server 2>/dev/null || true
  cat "$RESULTS"
  if (( status )); then
    echo "-- messages of Emacs"
    tail -n 20 "$RESULTS.messages" 2>/dev/null || true
  fi
  exit "$status"
}
