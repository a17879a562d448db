#!/bin/bash
# Completes command lines in bash, zsh and fish, and has two formatters read the manual page.
#   Tests/Shells/run.sh
# PRIVACY_LSP_BINARY  the program, .build/release/privacy-lsp where not set
# Installs the Debian packages of what is missing.
set -euo pipefail
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
binary=$(realpath "${PRIVACY_LSP_BINARY:-$here/../../.build/release/privacy-lsp}")
missing=()
for package in zsh fish mandoc groff; do
  command -v "$package" >/dev/null || missing+=("$package")
done
if ((${#missing[@]})); then
  patient=(-o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
  apt-get "${patient[@]}" update -qq
  DEBIAN_FRONTEND=noninteractive apt-get "${patient[@]}" install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/app"
ln -s "$binary" "$work/bin/privacy-lsp"
touch "$work/app/a file.plist" "$work/app/settings.json"
export PATH=$work/bin:$PATH HOME=$work LC_ALL=C.UTF-8
for shell in bash zsh fish; do "$binary" completions "$shell" >"$work/$shell"; done
cd "$work/app"

failed=0
checked=0
# check NAME EXPECTED FOUND: each line of EXPECTED is one of FOUND.
check() {
  local line wanted=$2
  checked=$((checked + 1))
  while IFS= read -r line; do
    if [[ $line == !* ]]; then
      if grep -qxF -- "${line#!}" <<<"$3"; then
        echo "not ok $1: offers '${line#!}'"
        failed=$((failed + 1))
      fi
    elif ! grep -qxF -- "$line" <<<"$3"; then
      echo "not ok $1: no '$line' in: ${3//$'\n'/ }"
      failed=$((failed + 1))
    fi
  done <<<"$wanted"
}

# The words of a command line up to the cursor, and what must be offered; “!” marks what must not.
rows=(
  'privacy-lsp |li|lint'
  'privacy-lsp ||lint,format,explain,help,version,completions'
  'privacy-lsp lint |--f|--format,--fix,--fail-on,!--check'
  'privacy-lsp lint --format |j|json'
  'privacy-lsp lint --format ||json,text,github'
  'privacy-lsp lint --select style |--se|--select'
  'privacy-lsp format |--|--check,--diff,--stdin-path,!--format'
  'privacy-lsp lint --config |set|settings.json'
  'privacy-lsp lint |a|a file.plist'
  'privacy-lsp help |fo|format'
  'privacy-lsp completions ||bash,zsh,fish'
  'privacy-lsp explain |unknown-r|unknown-reason'
)

in_bash() { # WORDS BEFORE, WORD
  # shellcheck disable=SC2016 # the inner shell expands it
  bash --norc -c '
    source "$1"
    read -ra COMP_WORDS <<<"$2"
    COMP_WORDS+=("$3")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _privacy_lsp
    printf "%s\n" "${COMPREPLY[@]}"
  ' bash "$work/bash" "$1" "$2"
}

in_fish() {
  # shellcheck disable=SC2016
  fish --no-config -c 'source $argv[1]; complete -C "$argv[2]$argv[3]"' "$work/fish" "$1" "$2" | cut -f1 | sed 's/\\ / /g'
}

# zsh completes only where there is a terminal, so it is given one; what would be added is printed instead.
in_zsh() {
  zsh -f "$here/complete.zsh" "$work/zsh" "$1$2" | sed 's/\\ / /g'
}

for row in "${rows[@]}"; do
  IFS='|' read -r before word offers <<<"$row"
  expected=${offers//,/$'\n'}
  check "bash: $before$word" "$expected" "$(in_bash "$before" "$word")"
  check "fish: $before$word" "$expected" "$(in_fish "$before" "$word")"
  check "zsh: $before$word" "$expected" "$(in_zsh "$before" "$word")"
done
# bash has “=” for a word of its own.
check 'bash: --format=j' json "$(in_bash 'privacy-lsp lint --format =' j)"
check 'bash: --format=' json "$(in_bash 'privacy-lsp lint --format' '=')"

bash -n "$work/bash"
zsh -n "$work/zsh"
fish --no-execute "$work/fish"
if command -v shellcheck >/dev/null; then
  # COMPREPLY is read by bash, and what is between single quotes is meant to be.
  shellcheck --shell=bash "$work/bash"
fi

"$binary" help --man >"$work/privacy-lsp.1"
for complaint in "$(groff -man -Tutf8 -ww -z "$work/privacy-lsp.1" 2>&1)" \
  "$(mandoc -Tlint -W warning "$work/privacy-lsp.1" 2>&1 || true)"; do
  checked=$((checked + 1))
  if [[ -n $complaint ]]; then
    echo "not ok manual page: $complaint"
    failed=$((failed + 1))
  fi
done
page=$(groff -man -Tutf8 -P-c "$work/privacy-lsp.1" | sed 's/.\x08//g')
check 'manual page' '       --fix  Apply the safe fixes and print what remains' \
  "$(grep -o '^ *--fix  Apply the safe fixes and print what remains' <<<"$page" | sed 's/^ */       /')"

echo "$checked checks, $failed failed"
((failed == 0))
