#!/bin/bash
# Makes vscode-languageclient without npm, from the sources of Debian's package node-vscode-lsp, with Debian's esbuild.
#   client-from-debian.sh [FOLDER [ARCHIVE]]
# FOLDER    what is made, a module to require; node_modules/vscode-languageclient beside this script where not given
# ARCHIVE   the sources: Debian's node-vscode-lsp_*.orig.tar.xz, or an archive of the library's repository; Debian's is
#           fetched by apt where not given
# Runs on Debian. Installs what it needs of their packages where it is missing, as root.
# Debian has an older version of the library than package.json asks for; the extension runs with both.
set -euo pipefail
folder=$(realpath -m "${1:-$(dirname "${BASH_SOURCE[0]}")/node_modules/vscode-languageclient}")
archive=${2:+$(realpath "$2")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

tools=(nodejs esbuild node-minimatch node-semver xz-utils)
if ! dpkg-query --show "${tools[@]}" >/dev/null 2>&1; then
  export DEBIAN_FRONTEND=noninteractive
  { apt-get update && apt-get install -y --no-install-recommends "${tools[@]}"; } >&2
fi

# With lists of its own, as the machine's apt may know no sources of packages.
fetch() {
  local mirror settings=$work/apt/apt.conf
  mirror=$(
    {
      awk 'tolower($1) == "uris:" { print $2 }' /etc/apt/sources.list.d/*.sources 2>/dev/null || true
      sed -nE 's/^deb +(\[[^]]*\] +)?([^ ]+) .*/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null || true
    } | grep -E '/debian/?$' | sed -n 1p
  )
  [[ $mirror ]] || { echo "client-from-debian.sh: no Debian mirror in the apt sources" >&2; return 1; }
  mkdir -p apt/lists/partial apt/cache/archives/partial
  : >apt/status
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >apt/sources.list
  cat >"$settings" <<END
Dir::State "$work/apt"; Dir::State::status "$work/apt/status"; Dir::State::lists "$work/apt/lists";
Dir::Cache "$work/apt/cache"; Dir::Etc::sourcelist "$work/apt/sources.list"; Dir::Etc::sourceparts "-";
Acquire::Languages "none"; APT::Sandbox::User "root";
END
  APT_CONFIG=$settings apt-get update -qq
  APT_CONFIG=$settings apt-get source -qq --download-only --tar-only node-vscode-lsp
}
if [[ ! $archive ]]; then
  fetch
  archive=$(echo "$work"/node-vscode-lsp_*.orig.tar.xz)
fi

mkdir source node_modules
tar -xf "$archive" -C source --strip-components=1

# Its packages find each other in the sources, where they would find what is made of them.
for part in jsonrpc:vscode-jsonrpc protocol:vscode-languageserver-protocol types:vscode-languageserver-types \
  textDocument:vscode-languageserver-textdocument client:vscode-languageclient; do
  ln -s "../source/${part%%:*}" "node_modules/${part##*:}"
  (
    cd "source/${part%%:*}"
    node -e '
      const fs = require("node:fs");
      const { main, module, browser, ...rest } = JSON.parse(fs.readFileSync("package.json"));
      const exports = fs.existsSync("src/main.ts")
        ? { ".": "./src/main.ts" } : { ".": "./src/common/api.ts", "./node": "./src/node/main.ts" };
      fs.writeFileSync("package.json", JSON.stringify({ ...rest, exports }));'
  )
done
others=()
for module in minimatch semver brace-expansion balanced-match lru-cache yallist; do
  [[ -d /usr/share/nodejs/$module ]] || continue
  ln -s "/usr/share/nodejs/$module" node_modules/
  others+=("$module")
done
echo "export * from 'vscode-languageclient/node';" >entry.ts
esbuild entry.ts --bundle --platform=node --format=cjs --external:vscode --preserve-symlinks --log-level=warning \
  --outfile="$work/made/node.js"

# What older versions of the library run to end a server that does not end by itself.
if [[ -f source/client/src/node/terminateProcess.sh ]]; then
  install -m 755 source/client/src/node/terminateProcess.sh made/
fi
{
  cat source/License.txt
  for module in "${others[@]}"; do
    printf '\n---- %s\n\n' "$module"
    cat "/usr/share/nodejs/$module/LICENSE" 2>/dev/null || cat "/usr/share/doc/node-$module/copyright"
  done
} >made/LICENSE.txt
node -e '
  const { name, version, license } = JSON.parse(require("node:fs").readFileSync("source/client/package.json"));
  console.log(JSON.stringify({ name, version, license, main: "./node.js" }, null, 2));' >made/package.json

rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
cp -r made "$folder"
echo "$folder: $(node -p 'Object.values(require(process.argv[1])).slice(0, 2).join(" ")' "$folder/package.json")"
