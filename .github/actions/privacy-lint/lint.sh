#!/bin/bash
# The last step of the action: PATHS has a path a line, ARGUMENTS options separated by blanks, SARIF a file or nothing.
set -euo pipefail
program=$ACTION/../../../.build/release/privacy-lsp
paths=()
while IFS= read -r path; do
  [[ -z $path ]] || paths+=("$path")
done <<<"${PATHS:-.}"
read -ra arguments <<<"${ARGUMENTS:-}" || true
if [[ -n ${SARIF:-} ]]; then
  # The findings end the step below, where people see them. A file that can't be read does so there too.
  "$program" lint --format sarif "${arguments[@]}" -- "${paths[@]}" >"$SARIF" || true
fi
exec "$program" lint --format github "${arguments[@]}" -- "${paths[@]}"
