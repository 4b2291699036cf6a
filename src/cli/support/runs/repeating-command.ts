// The command in a report that repeats it.

import { basename, isAbsolute } from 'node:path';
import { fileName, shellWord } from '../../../files/shell-word.ts';

type Option = readonly [option: string, value: string | undefined];

/** Its value begins with a slash too, but is a JSON Pointer. */
const VARY = '--vary';

/** Files are named without absolute paths, so that a report is equal on every machine. @param options undefined = not given */
export function repeatingCommand(
  command: string,
  names: readonly string[],
  options: readonly Option[],
): string {
  const shown = options.map(([option, value]): Option => {
    const isPath = value !== undefined && option !== VARY;
    return [option, isPath ? withoutFolder(value) : value];
  });
  return commandText(command, names.map(withoutFolder), shown);
}

/** A command with its words quoted for a shell. @param options undefined = not given */
export function commandText(command: string, names: readonly string[], options: readonly Option[]): string {
  return commandWords(command, names, options).map(shellWord).join(' ');
}

/** The words of a command, not quoted. @param options undefined = not given */
export function commandWords(
  command: string,
  names: readonly string[],
  options: readonly Option[],
): string[] {
  const words = options.flatMap(([option, value]) => (value === undefined ? [] : [option, value]));
  return ['gprsim', command, ...names.map(fileName), ...words];
}

export function withoutFolder(value: string): string {
  return isAbsolute(value) ? basename(value) : value;
}
