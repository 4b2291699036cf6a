// What commands print: text for people, or with --json one line with one JSON document on standard output. `gprs` prints one
// line a GPR.

import { colored } from './color.ts';
import { CommandFailure, Exit } from './failure.ts';

export interface Output {
  readonly json: boolean;
  /** A line for people; nothing under --json. */
  text(line: string): void;
  /** The answer as data; nothing without --json. */
  data(value: unknown): void;
  /** Why the command failed, as its answer under --json. After another answer, only standard error has the reason. */
  failure(error: string, exitCode: number): void;
  /** A remark beside the answer, on standard error. */
  remark(line: string): void;
}

/** A reader such as `head` may leave before the end: whoever writes on ends without a word. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exitCode = error.code === 'EPIPE' ? Exit.unread : Exit.failed;
    if (error.code !== 'EPIPE') process.stderr.write(`gprsim: standard output: ${error.message}\n`);
  });
  process.stderr.on('error', () => {});
}

/** Writes to standard output. @throws CommandFailure without a message when nobody reads any more */
export function print(text: string): void {
  process.stdout.write(text);
  if (process.stdout.errored !== null) throw new CommandFailure('', Exit.unread);
}

export function openOutput(json: boolean): Output {
  let isAnswered = false;
  const data = (value: unknown) => {
    if (!json) return;
    isAnswered = true;
    print(`${JSON.stringify(value)}\n`);
  };
  return {
    json,
    text(line) {
      if (!json) print(`${line}\n`);
    },
    data,
    failure(error, exitCode) {
      if (!isAnswered) data({ error, exitCode });
    },
    remark(line) {
      process.stderr.write(`${line}\n`);
    },
  };
}

/** What went wrong as standard error shows it. */
export function failureText(message: string): string {
  return `${colored(['bold', 'red'], 'gprsim:', process.stderr)} ${message}`;
}
