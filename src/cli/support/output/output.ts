// Output of commands: text, or with --json one JSON document on one line. `gprs` prints one line for each GPR.

import { Faults } from '../../../arguments/command-failure.ts';
import { visibleJson, visibleLines } from '../../../looks/visible.ts';
import { Exit, ProgramEnd } from '../process/exit.ts';
import { colored } from './color.ts';

export interface Output {
  readonly json: boolean;
  /** What is wrong with the command line, as far as it is known. */
  readonly faults: Faults;
  /** Prints lines of text after a head that may have colors; nothing with --json. */
  text(lines: string, head?: string): void;
  /** Prints the result as JSON; nothing without --json. Members that are iterable become lists, piece by piece. */
  data(value: unknown): void;
  /** With --json, prints the reason of a failure as the result, unless a result is printed already. */
  failure(error: string, exitCode: number): void;
  remark(line: string): void;
  /** Prints an error on standard error. */
  error(message: string): void;
}

/** Lets the program end silently if its reader, such as `head`, closes the output early. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exitCode = error.code === 'EPIPE' ? Exit.unread : Exit.failed;
    if (error.code !== 'EPIPE') process.stderr.write(`gprsim: standard output: ${error.message}\n`);
  });
  process.stderr.on('error', () => {});
}

/** Texts are for people: hidden characters become visible. CSV and JSON are exact, unless a terminal shows them. */
const forms = {
  text: visibleLines,
  csv: (lines: string) => (process.stdout.isTTY ? visibleLines(lines) : lines),
  json: (lines: string) => (process.stdout.isTTY ? visibleJson(lines) : lines),
  /** Text of the program with sequences for the terminal. */
  styled: (text: string) => text,
} as const;

/** Writes to standard output. @throws ProgramEnd if the reader has closed it */
export function print(text: string, form: keyof typeof forms): void {
  process.stdout.write(forms[form](text));
  if (process.stdout.errored !== null) throw new ProgramEnd(Exit.unread);
}

/** Characters that are printed at once: the result as one text could be longer than a text can be. */
const PIECE_LENGTH = 1 << 20;

function* jsonTexts(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    yield JSON.stringify(value);
    return;
  }
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (typeof member === 'object' && member !== null && Symbol.iterator in member) yield* listTexts(member);
    else yield JSON.stringify(member);
  }
  yield before === '{' ? '{}' : '}';
}

/** A list whose items are made when they are printed. */
export function* eachOf<T>(list: readonly T[], itemOf: (item: T, index: number) => unknown): Generator {
  for (const [index, item] of list.entries()) yield itemOf(item, index);
}

function* listTexts(list: Iterable<unknown>): Generator<string> {
  let before = '[';
  for (const item of list) {
    yield before + JSON.stringify(item ?? null);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

export function openOutput(json: boolean): Output {
  let isAnswered = false;
  const data = (value: unknown) => {
    if (!json) return;
    isAnswered = true;
    let piece = '';
    for (const text of jsonTexts(value)) {
      piece += text;
      if (piece.length < PIECE_LENGTH) continue;
      print(piece, 'json');
      piece = '';
    }
    print(`${piece}\n`, 'json');
  };
  return {
    json,
    faults: new Faults(),
    text(lines, head = '') {
      if (!json) print(`${head}${visibleLines(lines)}\n`, 'styled');
    },
    data,
    failure(error, exitCode) {
      if (!isAnswered) data({ error, exitCode });
    },
    remark(line) {
      process.stderr.write(`${visibleLines(line)}\n`);
    },
    error(message) {
      process.stderr.write(`${failureText(message)}\n`);
    },
  };
}

export function failureText(message: string): string {
  return `${colored(['bold', 'red'], 'gprsim:', process.stderr)} ${visibleLines(message)}`;
}
