#!/bin/sh
# A Run Script build phase: findings appear in the editor and in the Issue navigator.
PATH="$PATH:/opt/homebrew/bin:/usr/local/bin"
if command -v privacy-lsp >/dev/null; then
  privacy-lsp lint --format xcode "$SRCROOT"
else
  echo "warning: privacy-lsp is not installed"
fi
