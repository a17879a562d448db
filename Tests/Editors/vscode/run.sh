#!/bin/bash
# Inside the root: run.sh SERVER COMMAND... ; packs the extension with the server in it, unpacks it as VS Code does, and
# drives it with the real client library in a stand-in for VS Code's window.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
INTEGRATIONS=${INTEGRATIONS:?the folder with the editors\' integrations}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1 HOME=$work

server=$(type -P "$1")
"$INTEGRATIONS/vscode/client-from-debian.sh" "$work/client" /usr/src/node-vscode-lsp_*.orig.tar.xz

# Of the other platforms there are only the first bytes of a program.
case $(uname -m) in
  x86_64) own=linux-x64 other=linux-arm64 machine='\267' ;;
  aarch64) own=linux-arm64 other=linux-x64 machine='\076' ;;
  *) echo "run.sh: no package for $(uname -m)" >&2; exit 1 ;;
esac
# shellcheck disable=SC2059 # the format is a byte
{ printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0'; printf "$machine\\0"; } >"$work/$other"
printf '\317\372\355\376\7\0\0\1' >"$work/darwin-x64"
printf '\317\372\355\376\14\0\0\1' >"$work/darwin-arm64"
servers=(--server "$own=$server")
for platform in "$other" darwin-x64 darwin-arm64; do servers+=(--server "$platform=$work/$platform"); done
"$INTEGRATIONS/vscode/pack.py" --output "$work/packages" --client "$work/client" "${servers[@]}"

status=0
"$here/package_test.py" "$work/packages" "$INTEGRATIONS/vscode" "$work/client" || status=1
unzip -q "$work/packages/privacy-lsp-$own-"*.vsix -d "$work/with"
unzip -q "$work/packages/privacy-lsp-"[0-9]*.vsix -d "$work/without"

if [[ ${CAPTURES:-} ]]; then : >"$CAPTURES/vscode.txt"; fi
export EXTENSION=$work/with/extension EXTENSION_WITHOUT_SERVER=$work/without/extension SERVER=$server INTEGRATIONS
node --test --test-reporter="$here/reporter.js" "$here"/*.test.js || status=1
exit "$status"
