#!/bin/bash
# Inside the root: run.sh SERVER COMMAND... ; checks privacy-lsp.el and drives Emacs with Eglot over a copy of SampleApp.
# The package is installed by Emacs' own package manager, and nothing is configured.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=Tests/Editors/emacs/common.sh
source "$here/common.sh"
prepare "$here" "$@"
lint_package emacs
plain=(--no-site-file --no-site-lisp)
emacs "${plain[@]}" --batch --init-directory "$work/.emacs.d" \
  --eval '(package-install-file "~/src/privacy-lsp/editors/emacs")' >"$work/install" 2>&1 ||
  { cat "$work/install"; echo "not ok emacs: the package cannot be installed"; exit 1; }
echo "ok emacs: the package can be installed"
drive "${plain[@]}" -l "$here/test.el"
