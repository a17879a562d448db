#!/bin/bash
# Inside the root: run.sh SERVER COMMAND... ; drives Neovim over a copy of SampleApp.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
cp -r "$here/../SampleApp" "$work/SampleApp"
cd "$work/SampleApp"
mkdir .git # one project, one server
export SERVER_COMMAND="$*" EXPECTATIONS="$here/../expectations.json" HOME=$work
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache
status=0
timeout 200 nvim --headless -i NONE -n -u "$here/init.lua" -S "$here/test.lua" 2>"$work/stderr" || status=$?
if (( status )); then
  echo "-- messages of Neovim"
  tail -n 20 "$work/stderr"
  if [[ -f $work/state/nvim/lsp.log ]]; then
    echo "-- lsp.log"
    tail -n 20 "$work/state/nvim/lsp.log"
  fi
fi
exit "$status"
