#!/bin/bash
# Inside the root: run.sh SERVER COMMAND... ; checks privacy-lsp.el and drives Emacs with Eglot over a copy of SampleApp.
# The package is installed by Emacs' own package manager, and nothing is configured.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=Tests/Editors/emacs/common.sh
source "$here/common.sh"
prepare "$@"
lint_package emacs

# The address of the README leads to this checkout.
address=https://github.com/OWNER/privacy-lsp
checkout=$work/src/privacy-lsp
grep -qF "\"$address\"" "$checkout/editors/emacs/README.md"
git config --global "url.file://$checkout.insteadOf" "$address"
git config --global user.name Somebody
git config --global user.email somebody@example.org
git init -q "$checkout"
git -C "$checkout" add .
git -C "$checkout" commit -q -m 'All of it'

# The recipe for MELPA can be read and names the package's file.
emacs -Q --batch --eval '(with-temp-buffer
  (insert-file-contents "editors/emacs/melpa/privacy-lsp")
  (pcase (read (current-buffer))
    (`(privacy-lsp :fetcher github :repo "OWNER/privacy-lsp" :files (,file))
     (kill-emacs (if (and (string-suffix-p "/privacy-lsp.el" file) (file-exists-p file)) 0 1)))
    (recipe (princ recipe) (kill-emacs 1))))' --chdir "$checkout" || { echo "not ok emacs: the recipe for MELPA"; exit 1; }
echo "ok emacs: the recipe for MELPA"

# Without the packages that Debian adds, as with an Emacs of one's own.
plain=(--no-site-file --no-site-lisp)
install() { # NAME HEADING: installs the package as the README says, and looks whether it is there
  local folder=$work/$1
  mkdir "$folder"
  readme_block emacs "$2" >"$folder/init.el"
  emacs "${plain[@]}" --batch --init-directory "$folder" --eval "(setq package-archives nil)" -l "$folder/init.el" \
    --eval '(privacy-lsp-choose-mode)' --eval '(princ major-mode)' >"$work/install" 2>&1 || true
  if [[ $(tail -n 1 "$work/install") == *privacy-lsp-mode ]] &&
    ! grep -i 'privacy-lsp.el.*\(warning\|error\)' "$work/install"; then
    echo "ok emacs: installed as the README says for $2"
  else
    cat "$work/install"
    echo "not ok emacs: installed as the README says for $2"
    exit 1
  fi
}
install emacs-29 "Emacs 29"
install emacs-30 "Emacs 30"
rm -r "$work/.emacs.d"
mv "$work/emacs-30" "$work/.emacs.d"
drive "${plain[@]}" -l "$here/test.el"
