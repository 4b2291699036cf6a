// Output of commands: text, or with --json one JSON document on one line. `gprs` prints one line for each GPR.

import { Faults } from '../../../arguments/command-failure.ts';
import { visibleJson, visibleLines } from '../../../looks/visible.ts';
import { Exit, ProgramEnd } from '../process/exit.ts';
import { colored } from './color.ts';

export interface Output {
  readonly json: boolean;
  /** What is wrong with the command line, as far as it is known. */
  readonly faults: Faults;
  /** Prints a line of text after a head that may have colors; nothing with --json. */
  text(line: string, head?: string): void;
  /** Prints the result as JSON; nothing without --json. Members that are iterable become lists, piece by piece. */
  data(value: unknown): void;
  /**
   * Like `data`, for long results. Calls `turn` after each item of a list. If it returns an error, or an item cannot be made, the
   * document ends with the members of a failure, and the error is thrown.
   */
  longData(value: unknown, turn: () => Promise<ProgramEnd | undefined>): Promise<void>;
  /** Prints many lines of text; nothing with --json. */
  texts(lines: readonly string[]): void;
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

interface Ending {
  /** Members that end a document early, after what is printed already; undefined = it goes on. */
  ended(): object | undefined;
  /** The next item of a list cannot be made. */
  failed(error: unknown): void;
}

const untilEnd: Ending = {
  ended: () => undefined,
  failed(error) {
    throw error;
  },
};

function* jsonTexts(value: unknown, ending: Ending = untilEnd): Generator<string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    yield JSON.stringify(value);
    return;
  }
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (typeof member === 'object' && member !== null && Symbol.iterator in member)
      yield* listTexts(member, ending);
    else yield JSON.stringify(member);
    const end = ending.ended();
    if (end === undefined) continue;
    yield `,${JSON.stringify(end).slice(1)}`;
    return;
  }
  yield before === '{' ? '{}' : '}';
}

/** An item of a list that is JSON already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A list whose items are made when they are printed. */
export function* eachOf<T>(list: readonly T[], itemOf: (item: T, index: number) => unknown): Generator {
  for (const [index, item] of list.entries()) yield itemOf(item, index);
}

function* listTexts(list: Iterable<unknown>, { ended, failed }: Ending): Generator<string> {
  let before = '[';
  try {
    for (const item of list) {
      if (ended() !== undefined) break;
      yield before + (item instanceof JsonText ? item.text : JSON.stringify(item ?? null));
      before = ',';
    }
  } catch (error) {
    failed(error);
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
    text(line, head = '') {
      if (!json) print(`${head}${visibleLines(line)}\n`, 'styled');
    },
    data,
    async longData(value, turn) {
      if (!json) return;
      isAnswered = true;
      let end: ProgramEnd | undefined;
      let thrown: { readonly error: unknown } | undefined;
      const ended = () => {
        if (thrown !== undefined) return { error: (thrown.error as Error).message, exitCode: Exit.failed };
        return end && { error: end.message, exitCode: end.exitCode };
      };
      const failed = (error: unknown) => {
        thrown = { error };
      };
      let piece = '';
      for (const text of jsonTexts(value, { ended, failed })) {
        piece += text;
        if (piece.length >= PIECE_LENGTH) {
          print(piece, 'json');
          piece = '';
          while (end === undefined && process.stdout.writableNeedDrain) {
            if (!(await isDrained())) end = await turn();
          }
        }
        end ??= await turn();
      }
      print(`${piece}\n`, 'json');
      if (thrown !== undefined) throw (thrown as { readonly error: unknown }).error;
      if (end !== undefined) throw end;
    },
    texts(lines) {
      if (json) return;
      let piece = '';
      for (const line of lines) {
        piece += `${visibleLines(line)}\n`;
        if (piece.length < PIECE_LENGTH) continue;
        print(piece, 'styled');
        piece = '';
      }
      print(piece, 'styled');
    },
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

/** How long a reader of the output may rest before a signal is looked for. */
const REST_MS = 100;

/** Waits until the output is written, so that a slow reader makes no long write of all that waits for it; not for long. */
function isDrained(): Promise<boolean> {
  const { stdout } = process;
  return new Promise((resolve) => {
    const end = (isDone: boolean) => () => {
      clearTimeout(timer);
      stdout.off('drain', drained);
      resolve(isDone);
    };
    const drained = end(true);
    const timer = setTimeout(end(false), REST_MS);
    stdout.on('drain', drained);
  });
}

export function failureText(message: string): string {
  return `${colored(['bold', 'red'], 'gprsim:', process.stderr)} ${visibleLines(message)}`;
}
