# Prints what zsh offers behind a command line, one word a line: complete.zsh SCRIPT LINE
zmodload zsh/zpty
script=$1 line=$2
zpty shell zsh -f -i
zpty -w shell "PROMPT= RPROMPT=; unsetopt zle_bracketed_paste 2>/dev/null; autoload -Uz compinit && compinit -u -D; source ${(q)script}"
# Every match is printed, and none is taken.
zpty -w shell '
null-line () { zle kill-buffer }
compadd () {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return $?; fi
  typeset -ga found
  builtin compadd -A found "$@"
  local word
  for word in $found; do print -r -- "MATCH:$word"; done
  builtin compadd "$@"
}
finish () { zle kill-buffer; print -r -- "FINISHED" }
complete-all () { zle complete-word; print -r -- "FINISHED"; zle kill-buffer }
zle -N complete-all
bindkey "^I" complete-all
zstyle ":completion:*" list-grouped false
unsetopt auto_menu list_beep
LISTMAX=0
print READY'
local text
zpty -r -m shell text '*READY*READY*'
zpty -w -n shell "$line"$'\t'
zpty -r -m shell text '*FINISHED*'
print -r -- $text | tr -d '\r' | grep -o 'MATCH:.*' | sed 's/^MATCH://' | sort -u
zpty -d shell
