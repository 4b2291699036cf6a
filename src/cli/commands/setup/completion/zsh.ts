import { type CommandGrammar, pathsOf, type Values } from './grammar.ts';

/** A script for zsh, to be sourced or saved as _gprsim in a folder of $fpath. */
export function zshCompletion(grammar: readonly CommandGrammar[]): string {
  const steps = pathsOf(grammar).map((path) => `'${path}'`);
  const values = grammar.flatMap(({ path, flags }) =>
    flags.flatMap(({ name, value }) =>
      value === undefined ? [] : [`'${path} ${name}') ${[...offers(value), 'return'].join('; ')} ;;`],
    ),
  );
  const free = grammar.map(({ path, commands, flags, operands }) =>
    [
      `'${path}')`,
      '  if [[ $PREFIX == -* ]]; then',
      `    list=(${flags.map(described).join(' ')})`,
      '    _describe flag list',
      '  else',
      ...(commands.length > 0
        ? [`    list=(${commands.map(described).join(' ')})`, '    _describe command list']
        : []),
      ...offers(operands).map((line) => `    ${line}`),
      '    :',
      '  fi ;;',
    ].join('\n    '),
  );
  return `#compdef gprsim
# Completion of gprsim for zsh: source <(gprsim completion zsh)
_gprsim() {
  local command= word flag=\${words[CURRENT-1]}
  local -a list
  for word in \${words[2,CURRENT-1]}; do
    case "$command $word" in
      ${steps.join(' | ')}) command="\${command:+$command }$word" ;;
    esac
  done
  if [[ $PREFIX == --*=* ]]; then
    flag=\${PREFIX%%=*}
    compset -P '*='
  fi
  case "$command $flag" in
    ${values.join('\n    ')}
  esac
  [[ -z $IPREFIX ]] || return
  case "$command" in
    ${free.join('\n    ')}
  esac
}
if [[ $funcstack[1] == _gprsim ]]; then _gprsim "$@"; else compdef _gprsim gprsim; fi
`;
}

function offers({ words, files }: Values): string[] {
  return [...(words.length > 0 ? [`compadd -- ${words.join(' ')}`] : []), ...(files ? ['_files'] : [])];
}

/** An entry for _describe: name and description, separated by a colon. */
function described({ name, description }: { readonly name: string; readonly description: string }): string {
  return `'${`${name}:${description}`.replaceAll("'", "'\\''")}'`;
}
