import { type CommandGrammar, pathsOf, type Values } from './grammar.ts';

/** A script for bash 3.2 and later. It contains all words, so that completion starts no process. */
export function bashCompletion(grammar: readonly CommandGrammar[]): string {
  const steps = pathsOf(grammar).map((path) => `'${path}'`);
  const values = grammar.flatMap(({ path, flags }) =>
    flags.flatMap(({ name, value }) =>
      value === undefined ? [] : [`'${path} ${name}') ${offer(value)} ;;`],
    ),
  );
  const free = grammar.map(({ path, commands, flags, operands }) => {
    const words = [...commands.map(({ name }) => name), ...operands.words];
    return [
      `'${path}')`,
      `  if [[ $cur == -* ]]; then ${offer({ words: flags.map(({ name }) => name), files: false })}`,
      `  else ${offer({ words, files: operands.files })}; fi ;;`,
    ].join('\n        ');
  });
  return `# Completion of gprsim for bash: source <(gprsim completion bash)
_gprsim() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command= words= files= i file
  # bash splits --flag=value into three words.
  if [[ $cur == '=' ]]; then cur=
  elif [[ $prev == '=' ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command \${COMP_WORDS[i]}" in
      ${steps.join(' | ')}) command="\${command:+$command }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$command $prev" in
    ${values.join('\n    ')}
    *)
      case "$command" in
        ${free.join('\n        ')}
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [[ $files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$cur")
  fi
}
complete -F _gprsim gprsim
`;
}

function offer({ words, files }: Values): string {
  return `words='${words.join(' ')}' files=${files ? '1' : ''}`;
}
