// The changes of --change, --alternative and the file of --changes. The service checks what they do.

import { badUsage } from '../../../../arguments/command-failure.ts';
import { whyUnreadable } from '../../../../files/file-errors.ts';
import { readTextBounded } from '../../../../files/read-bounded.ts';
import { clip } from '../../../../wire/text/clip.ts';

/** A change as it was written, and as the service takes it. */
export interface Change {
  /** Where it was given. */
  readonly where: string;
  readonly text: string;
  readonly sent: unknown;
}

const BYTES_MAX = 1_048_576;

const FORM =
  /^(?:(?<at>[0-9]{4}-\S*|\+?(?:[0-9]+[dhms])+)\s+)?(?<method>[A-Za-z]+)\s+(?<path>\/\S*)(?:\s+(?<body>\S.*))?$/s;

const RIGHT =
  'METHOD PATH and perhaps a body in JSON, after an instant if the change is not for now, or a JSON object such as {"arrivalRate": 2}';

/** Adds the value of a --change to those before it. @throws CommandFailure */
export function alsoChange(text: string, before: readonly Change[] = []): Change[] {
  return [...before, ...numbered('--change', [['--change', text]], before.length)];
}

/** The changes of an alternative. */
export interface Alternative {
  readonly name: string;
  readonly changes: readonly Change[];
}

/** Adds the value of an --alternative: those of one name are changes of one alternative. @throws CommandFailure */
export function alsoAlternative(text: string, before: readonly Alternative[] = []): Alternative[] {
  const { name, change } = /^(?<name>[^=]+)=(?<change>.*)$/s.exec(text)?.groups ?? {};
  if (name === undefined)
    throw badUsage(`--alternative: must be NAME=CHANGE, but is ${JSON.stringify(clip(text))}`);
  const flag = `--alternative ${name}`;
  const known = before.find((one) => one.name === name)?.changes ?? [];
  const changes = [...known, ...numbered(`${flag}, change`, [[flag, change]], known.length)];
  if (known.length === 0) return [...before, { name, changes }];
  return before.map((one) => (one.name === name ? { name, changes } : one));
}

/** Reads the lines of a file; each is the value of a --change. @throws CommandFailure */
export function readChanges(path: string): Change[] {
  let text: string | undefined;
  try {
    text = readTextBounded(path, BYTES_MAX);
  } catch (error) {
    throw badUsage(`--changes ${path} cannot be read: ${whyUnreadable(error)}`);
  }
  if (text === undefined) throw badUsage(`--changes ${path} must be at most ${BYTES_MAX} bytes`);
  const lines = text.split('\n');
  return parsed(
    lines.flatMap((line, i): [string, string][] =>
      line.trim() === '' ? [] : [[`--changes ${path}, line ${i + 1}`, line.trim()]],
    ),
  );
}

/** Changes of a repeated flag, numbered in its order. */
function numbered(flag: string, named: readonly (readonly [string, string])[], before: number): Change[] {
  return parsed(named).map((change, i) => ({ ...change, where: `${flag} ${before + i + 1}` }));
}

/**
 * A problem that the service found, with the flag instead of the member of the request.
 * @param changes those of --change and --changes
 */
export function inFlags(
  problem: string,
  changes: readonly Change[],
  alternatives: readonly Alternative[] = [],
): string {
  const [start, list, number, inner, member] =
    /^"(?:(changes|alternatives)\[(\d+)\](?:\.changes\[(\d+)\])?\.?)?([^"]*)":?/.exec(problem) ?? [''];
  const rest = problem.slice(start.length);
  if (list === undefined) return `--${member}${rest}`;
  const change =
    list === 'changes' ? changes[Number(number)] : alternatives[Number(number)].changes[Number(inner)];
  return `${change.where}:${member === '' ? '' : ` "${member}"`}${rest}`;
}

/** @param named the place of each text, and the text */
function parsed(named: readonly (readonly [where: string, text: string])[]): Change[] {
  const wrong: string[] = [];
  const changes = named.flatMap(([where, text]): Change[] => {
    try {
      return [{ where, text, sent: sentBy(text) }];
    } catch (error) {
      wrong.push(`${where}: ${(error as Error).message}`);
      return [];
    }
  });
  if (wrong.length > 0) throw badUsage(wrong.join('\n'));
  return changes;
}

function sentBy(text: string): unknown {
  if (text.startsWith('{')) return json(text);
  const { at, method, path, body } = FORM.exec(text)?.groups ?? {};
  if (method === undefined) throw new Error(`must be ${RIGHT}, but is ${JSON.stringify(clip(text))}`);
  return {
    ...(at !== undefined && { at }),
    method: method.toUpperCase(),
    path,
    ...(body !== undefined && { body: json(body) }),
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${JSON.stringify(clip(text))} is not JSON: ${(error as Error).message}`);
  }
}
