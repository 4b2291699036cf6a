# Prints the completions of zsh for lines: zsh -f offers.zsh SCRIPT LINE... Sends each line and a tab to an interactive
# shell and prints the words that its completion adds, with <end> after each line.
zmodload zsh/zpty
folder=$(mktemp -d)
cp $1 $folder/_gprsim
touch $folder/noted
cat >$folder/setup <<END
PROMPT= RPROMPT=
fpath=(${(q)folder} \$fpath)
autoload -Uz compinit && compinit -D -u
compadd() {
  local -a hits
  # With these flags, zsh functions only query matches and add them later.
  if [[ " \${@[1,(i)(-|--)]} " != *' -'[a-zA-Z]#[OAD]' '* ]]; then
    builtin compadd -O hits "\$@"
    print -rl -- \$hits >>${(q)folder}/noted
  fi
  builtin compadd "\$@"
}
offer() {
  zle complete-word
  print '<end>' >>${(q)folder}/noted
}
zle -N offer
bindkey '^I' offer '^U' kill-whole-line
END
zpty shell zsh -f -i
zpty -w shell "source ${(q)folder}/setup; print rea''dy"
zpty -r shell output '*ready*'
ends=0
for line in "${@[2,-1]}"; do
  zpty -w -n shell $'\C-u'"$line"$'\t'
  let ends++
  for ((i = 0; i < 200; i++)); do
    (( $(grep -c '<end>' $folder/noted) >= ends )) && break
    sleep 0.02
  done
done
zpty -d shell
cat $folder/noted
rm -r $folder
