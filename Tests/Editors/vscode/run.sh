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
archive=$(ls /usr/src/node-vscode-lsp_*.orig.tar.xz)
"$INTEGRATIONS/vscode/client-from-debian.sh" "$work/client" "$archive"

# Of the other platforms there are only the first bytes of a program.
case $(uname -m) in
  x86_64) own=x64 other=arm64 ;;
  aarch64) own=arm64 other=x64 ;;
  *) echo "run.sh: no package for $(uname -m)" >&2; exit 1 ;;
esac
for pair in 'x64:\076' 'arm64:\267'; do
  # shellcheck disable=SC2059 # the format is a byte
  { printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0'; printf "${pair#*:}\\0"; head -c 44 /dev/zero; } \
    >"$work/linux-${pair%%:*}"
done
printf '\317\372\355\376\7\0\0\1' >"$work/darwin-x64"
printf '\317\372\355\376\14\0\0\1' >"$work/darwin-arm64"
static=$server
[[ $1 != true ]] || static=$work/linux-$own # the dead server is not static
servers=(--server "linux-$own=$server" --server "linux-$other=$work/linux-$other")
servers+=(--server "alpine-$own=$static" --server "alpine-$other=$work/linux-$other")
for platform in darwin-x64 darwin-arm64; do servers+=(--server "$platform=$work/$platform"); done
own=linux-$own
"$INTEGRATIONS/vscode/pack.py" --output "$work/packages" --client "$work/client" "${servers[@]}"

status=0

# The words of the README, with the archive that is here already, and a `code` that tells what it is to install.
test_readme() {
  local packed
  mkdir -p "$work/src/privacy-lsp/.build/release" "$work/bin"
  cp -r "$INTEGRATIONS" "$work/src/privacy-lsp/editors"
  rm -rf "$work/src/privacy-lsp/editors/vscode/node_modules"
  cp "$server" "$work/src/privacy-lsp/.build/release/privacy-lsp"
  # shellcheck disable=SC2016 # the script expands it
  printf '#!/bin/sh\necho "$2" >"$HOME/installed"\n' >"$work/bin/code"
  chmod +x "$work/bin/code"
  awk '/^## / { inside = $0 == "## Install" } inside && /^```/ { count++; next } inside && count == 5' \
    "$INTEGRATIONS/vscode/README.md" | sed "
      s#^editors/vscode/client-from-debian.sh\$#& editors/vscode/node_modules/vscode-languageclient $archive#
      s#linux-x64#$own#g" >"$work/commands"
  grep -q "^code --install-extension " "$work/commands" && grep -qF "$archive" "$work/commands" || return 1
  (cd "$work/src/privacy-lsp" && PATH=$work/bin:$PATH bash -euo pipefail "$work/commands") >"$work/said" 2>&1 || return 1
  packed=$work/src/privacy-lsp/$(<"$work/installed")
  unzip -p "$packed" extension/server/privacy-lsp | cmp -s - "$server" && unzip -p "$packed" extension/package.json |
    grep vscode-languageclient >/dev/null
}
if test_readme; then
  echo "ok vscode: installed as the README says"
else
  cat "$work/commands" "$work/said" || true
  echo "not ok vscode: installed as the README says"
  status=1
fi

"$here/package_test.py" "$work/packages" "$INTEGRATIONS/vscode" "$work/client" || status=1
unzip -q "$work/packages/privacy-lsp-$own-"*.vsix -d "$work/with"
unzip -q "$work/packages/privacy-lsp-"[0-9]*.vsix -d "$work/without"

# As on Alpine, where the C library is another one: a root with nothing but the program and /proc.
mkdir -p "$work/alpine/proc"
unzip -p "$work/packages/privacy-lsp-${own/linux/alpine}-"*.vsix extension/server/privacy-lsp >"$work/alpine/privacy-lsp"
chmod +x "$work/alpine/privacy-lsp"
printed=$(python3 - "$work/alpine" 2>&1 <<'END'
import ctypes, os, subprocess, sys
root, bind = sys.argv[1].encode(), 4096
libc = ctypes.CDLL(None)
libc.mount(b"/proc", root + b"/proc", None, bind, None)
try:
    subprocess.run(["/privacy-lsp", "--version"], preexec_fn=lambda: os.chroot(root))
finally:
    libc.umount(root + b"/proc")
END
) || true
if [[ $printed == "privacy-lsp "* ]]; then
  echo "ok vscode: the program runs without a library, as on Alpine [server]"
else
  echo "not ok vscode: the program runs without a library, as on Alpine [server]: ${printed##*$'\n'}"
  status=1
fi

if [[ ${CAPTURES:-} ]]; then : >"$CAPTURES/vscode.txt"; fi
export EXTENSION=$work/with/extension EXTENSION_WITHOUT_SERVER=$work/without/extension SERVER=$server INTEGRATIONS
node --test --test-reporter="$here/reporter.js" "$here"/*.test.js || status=1
exit "$status"
