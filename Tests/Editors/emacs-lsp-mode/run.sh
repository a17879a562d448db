#!/bin/bash
# Inside the root: run.sh SERVER COMMAND... ; drives Emacs with lsp-mode over a copy of SampleApp. The package is loaded
# from the checkout, as its README says.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=Tests/Editors/emacs/common.sh
source "$here/../emacs/common.sh"
prepare "$@"
readme_block emacs "From a checkout" >"$work/.emacs.d/init.el"
drive -l "$here/test.el"
