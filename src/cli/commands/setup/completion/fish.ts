import { type CommandGrammar, type Flag, pathsOf, type Values } from './grammar.ts';

export function fishCompletion(grammar: readonly CommandGrammar[]): string {
  return `# Completion of gprsim for fish: gprsim completion fish | source
function __gprsim_at -d 'Whether the words so far lead to this command'
    set -l command
    for word in (commandline -opc)[2..]
        contains -- "$command $word" ${pathsOf(grammar).map(quoted).join(' ')}
        and set command (string trim "$command $word")
    end
    test "$command" = "$argv"
end
complete -c gprsim -f
${grammar.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ path, commands, flags, operands }: CommandGrammar): string[] {
  const line = (rest: string) => `complete -c gprsim -n ${quoted(`__gprsim_at ${path}`.trim())} ${rest}`;
  return [
    ...commands.map(({ name, description }) => line(`-a ${name} -d ${quoted(description)}`)),
    ...flags.map((flag) => line(flagOf(flag))),
    ...(operands.words.length > 0 || operands.files ? [line(valuesOf(operands))] : []),
  ];
}

function flagOf({ name, description, value }: Flag): string {
  const takes = value === undefined ? '' : value.files ? ' -r' : ' -x';
  const values = value === undefined ? '' : ` ${valuesOf(value)}`;
  return `-l ${name.replace(/^--/, '')}${takes}${values.trimEnd()} -d ${quoted(description)}`;
}

function valuesOf({ words, files }: Values): string {
  return [...(files ? ['-F'] : []), ...(words.length > 0 ? [`-a '${words.join(' ')}'`] : [])].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
