// The command in a report that repeats it.

import { basename, isAbsolute } from 'node:path';
import { fileWord, shellWord } from '../../../files/shell-word.ts';

/** Files are named without absolute paths, so that a report is equal on every machine. @param options undefined = not given */
export function repeatingCommand(
  command: string,
  name: string | undefined,
  options: readonly (readonly [option: string, value: string | undefined])[],
): string {
  const words = options.flatMap(([option, value]) =>
    value === undefined ? [] : [option, shellWord(withoutFolder(value))],
  );
  const named = name === undefined ? [] : [fileWord(withoutFolder(name))];
  return ['gprsim', command, ...named, ...words].join(' ');
}

function withoutFolder(value: string): string {
  return isAbsolute(value) ? basename(value) : value;
}
