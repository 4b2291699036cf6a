import type { Flag, Place, Values } from './grammar.ts';

/** A script for fish: one line for everything that may be typed. */
export function fishCompletion(places: readonly Place[]): string {
  return [
    '# Completion of gprsim for fish: gprsim completion fish | source',
    'complete -c gprsim -f',
    ...places.flatMap(linesOf),
    '',
  ].join('\n');
}

function linesOf({ path, commands, flags, operands }: Place): string[] {
  const names = commands.map(({ name }) => name).join(' ');
  const here = path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
  const within = path === '' ? [] : here;
  const before = names === '' ? within : [...within, `not __fish_seen_subcommand_from ${names}`];
  const line = (conditions: readonly string[], rest: string) =>
    `complete -c gprsim${conditions.length > 0 ? ` -n '${conditions.join('; and ')}'` : ''} ${rest}`;
  return [
    ...commands.map(({ name, description }) => line(before, `-a ${name} -d ${quoted(description)}`)),
    ...flags.map((flag) => line(before, flagOf(flag))),
    ...(operands.words.length > 0 || operands.files ? [line(before, valuesOf(operands))] : []),
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
