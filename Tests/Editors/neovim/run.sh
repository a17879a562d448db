#!/bin/bash
# Inside the root: run.sh SERVER serve ; drives Neovim over a copy of SampleApp, with the folder editors/neovim and
# the init.lua that its README gives for this version.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=Tests/Editors/common.sh
source "$here/../common.sh"
newcomer "$@"
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache
version=$(nvim --version | sed -n 1p)
echo "-- $version"
block=1
if [[ $version == *v0.10.* ]]; then block=2; fi
mkdir -p "$XDG_CONFIG_HOME/nvim"
readme_block neovim Install "$block" >"$XDG_CONFIG_HOME/nvim/init.lua"
readme_block neovim "Completion while you type" >"$work/completion.lua"
readme_block neovim "Formatting beside other servers" >"$work/formatting.lua"
export COMPLETION=$work/completion.lua FORMATTING=$work/formatting.lua
# The two files that stand alone, for an editor that has nothing else of ours.
mkdir -p "$XDG_CONFIG_HOME/alone/lsp" "$XDG_CONFIG_HOME/alone/ftdetect"
cp "$work/src/privacy-lsp/editors/neovim/lsp/privacy_lsp.lua" "$XDG_CONFIG_HOME/alone/lsp"
cp "$work/src/privacy-lsp/editors/neovim/ftdetect/privacy_lsp.lua" "$XDG_CONFIG_HOME/alone/ftdetect"
echo "vim.lsp.enable('privacy_lsp')" >"$XDG_CONFIG_HOME/alone/init.lua"
status=0
cd "$work/SampleApp"
timeout 500 nvim --headless -i NONE -n -S "$here/test.lua" 2>"$work/stderr" || status=$?
if (( status )); then
  echo "-- messages of Neovim"
  tail -n 20 "$work/stderr"
  if [[ -f $work/state/nvim/lsp.log ]]; then
    echo "-- lsp.log"
    tail -n 20 "$work/state/nvim/lsp.log"
  fi
fi
exit "$status"
