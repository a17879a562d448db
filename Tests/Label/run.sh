#!/bin/bash
# Shows the label page of every fixture in a browser without a screen, and checks what can be seen.
#   Tests/Label/run.sh [FOLDER]   keeps the pictures in FOLDER
# PRIVACY_LSP_BINARY  the program, .build/release/privacy-lsp where not set
# Installs the Debian package “chromium” where there is none.
set -euo pipefail
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
binary=${PRIVACY_LSP_BINARY:-$here/../../.build/release/privacy-lsp}
if ! command -v chromium >/dev/null; then
  patient=(-o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
  apt-get "${patient[@]}" update -qq
  DEBIAN_FRONTEND=noninteractive apt-get "${patient[@]}" install -y -qq --no-install-recommends chromium >/dev/null
fi
exec python3 "$here/check.py" "$binary" "$@"
