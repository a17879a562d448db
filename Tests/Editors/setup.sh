#!/bin/bash
# Makes a Debian root that holds editors newer than the machine's own, or keeps the one that is there.
#   setup.sh SUITE ROOT PACKAGE...
# source:PACKAGE brings the source archive of a package into the root's /usr/src.
# A finished root with the same packages is kept, so only the first run takes long. Needs root rights and mmdebstrap
# (installed where it is missing). The mirror is the one of this machine's own apt sources.
set -euo pipefail
suite=${1:?usage: setup.sh SUITE ROOT PACKAGE...}
root=${2:?usage: setup.sh SUITE ROOT PACKAGE...}
shift 2
packages=("$@")
root=${root%/}
sources=()
for package in "${packages[@]}"; do [[ $package != source:* ]] || sources+=("${package#source:}"); done
ready=$root/.editors-ready
want="$suite ${packages[*]}"
log=${TMPDIR:-/tmp}/privacy-lsp-editors-setup.log

mkdir -p "$(dirname "$root")"
exec 9>"$root.lock"
flock 9 # one set-up at a time

if [[ -f $ready && $(<"$ready") == "$want" ]]; then
  echo "editors: kept $root ($want)"
  exit 0
fi
[[ $(id -u) == 0 ]] || { echo "setup.sh: making $root needs root rights" >&2; exit 1; }
if [[ -e $root ]]; then
  # Only ever removes what it made itself.
  [[ -f $root/.editors-root || -f $root.building ]] || { echo "setup.sh: $root is not ours" >&2; exit 1; }
  if grep -q " $(realpath "$root")/" /proc/mounts; then echo "setup.sh: $root has mounts" >&2; exit 1; fi
  rm -rf --one-file-system "$root"
fi

if ! command -v mmdebstrap >/dev/null; then
  patient=(-o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
  {
    apt-get "${patient[@]}" update \
      && DEBIAN_FRONTEND=noninteractive apt-get "${patient[@]}" install -y --no-install-recommends mmdebstrap
  } >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
fi

# The first Debian address, in the .sources or in the .list form.
mirror=$(
  {
    awk 'tolower($1) == "uris:" { print $2 }' /etc/apt/sources.list.d/*.sources 2>/dev/null || true
    sed -nE 's/^deb +(\[[^]]*\] +)?([^ ]+) .*/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null || true
  } | grep -E '/debian/?$' | sed -n 1p
)
[[ $mirror ]] || { echo "setup.sh: no Debian mirror in the apt sources" >&2; exit 1; }

binaries=()
for package in "${packages[@]}"; do [[ $package == source:* ]] || binaries+=("$package"); done
lines=("deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main")
hooks=()
if (( ${#sources[@]} )); then
  lines+=("${lines[0]/#deb/deb-src}")
  fetch="cd /usr/src && apt-get source --download-only --tar-only ${sources[*]}"
  hooks=(--customize-hook="chroot \"\$1\" sh -c '$fetch'")
fi

touch "$root.building"
mmdebstrap --mode=root --variant=apt \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/info/*' \
  --dpkgopt='path-include=/usr/share/doc/*/copyright' --dpkgopt=force-unsafe-io "${hooks[@]}" \
  --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Languages "none"' \
  --aptopt='Acquire::Retries "3"' --aptopt='Acquire::Check-Valid-Until "false"' \
  --include="$(IFS=,; echo "${binaries[*]}")" \
  "$suite" "$root" "${lines[@]}" \
  >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
touch "$root/.editors-root"
rm -f "$root.building"
rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* "$root"/etc/apt/sources.list.d/*
: >"$root/etc/apt/sources.list"
printf '%s\n' "$want" >"$ready"
echo "editors: made $root ($want), $(du -sm "$root" | cut -f1) MB"
