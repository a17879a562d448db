#!/bin/bash
# Runs a command inside an editors root.
#   run-in.sh ROOT [-b SOURCE:TARGET]... [-e NAME=VALUE]... [--] COMMAND...
# Each -b binds a file or folder of the machine into the root's /tmp, which is empty and of this run alone. All mounts
# live in a namespace of their own, so nothing is left behind.
set -euo pipefail
root=$(realpath "${1:?usage: run-in.sh ROOT [-b SOURCE:TARGET]... [-e NAME=VALUE]... [--] COMMAND...}")
shift
binds=()
variables=()
while [[ ${1:-} == -[be] ]]; do
  if [[ $1 == -b ]]; then binds+=("$2"); else variables+=("$2"); fi
  shift 2
done
[[ ${1:-} != -- ]] || shift
# The text for the inner shell is expanded there.
# shellcheck disable=SC2016
EDITORS_ROOT=$root EDITORS_BINDS=$(printf '%s\n' "${binds[@]}") exec \
  unshare --mount --pid --fork --kill-child --propagation private bash -c '
  set -eu
  root=$EDITORS_ROOT
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs tmpfs "$root/tmp"
  while IFS= read -r bind; do
    [[ $bind ]] || continue
    source=${bind%%:*}
    target=$root/${bind#*:}
    if [[ -d $source ]]; then mkdir -p "$target"; else mkdir -p "$(dirname "$target")"; touch "$target"; fi
    mount --rbind "$source" "$target"
  done <<<"$EDITORS_BINDS"
  exec chroot "$root" /usr/bin/env -i HOME=/tmp/home PATH=/usr/local/bin:/usr/bin:/bin \
    LANG=C.UTF-8 LC_ALL=C.UTF-8 TERM=xterm-256color "$@"
' run-in "${variables[@]}" "$@"
