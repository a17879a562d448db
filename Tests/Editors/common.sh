#!/bin/bash
# What the editors' run.sh share; sourced by them.
set -euo pipefail

# newcomer SERVER: a home folder $work as the READMEs suppose it, with the project in ~/src/privacy-lsp, the
# program `privacy-lsp` on the PATH, and in ~/SampleApp a copy of the sample app.
newcomer() {
  : "${INTEGRATIONS:?the folder with the integrations of the editors}"
  here_of_all=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
  work=$(mktemp -d)
  cp -r "$here_of_all/SampleApp" "$work/SampleApp"
  mkdir -p "$work/SampleApp/.git" # one project, one server
  mkdir -p "$work/bin" "$work/src/privacy-lsp"
  cp -r "$INTEGRATIONS" "$work/src/privacy-lsp/editors"
  # shellcheck disable=SC2016 # the script expands it
  printf '#!/bin/sh\nexec %s "$@"\n' "$1" >"$work/bin/privacy-lsp"
  chmod +x "$work/bin/privacy-lsp"
  export HOME=$work PATH=$work/bin:$PATH
  export EXPECTATIONS=$here_of_all/expectations.json FILE_KINDS=$INTEGRATIONS/file-kinds.json
}

# readme_block EDITOR HEADING [NUMBER]: a block of code under that heading of the editor's README, the first one where no
# number is given.
readme_block() {
  awk -v heading="$2" -v number="${3:-1}" '
    /^#+ / && !code { inside = index($0, heading) > 0 }
    inside && /^```/ { if (code) { if (found) exit; code = 0 } else { code = 1; count++ }; next }
    inside && code && count == number { print; found = 1 }
    END { exit !found }
  ' "$work/src/privacy-lsp/editors/$1/README.md"
}
