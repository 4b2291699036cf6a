// Output of commands: text, or with --json one JSON document on one line. `gprs` prints one line for each GPR.

import { colored } from './color.ts';
import { CommandFailure, Exit } from './failure.ts';

export interface Output {
  readonly json: boolean;
  /** Prints a line of text; nothing with --json. */
  text(line: string): void;
  /** Prints the result as JSON; nothing without --json. */
  data(value: unknown): void;
  /** With --json, prints the reason of a failure as the result, unless a result is printed already. */
  failure(error: string, exitCode: number): void;
  remark(line: string): void;
}

/** Lets the program end silently if its reader, such as `head`, closes the output early. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exitCode = error.code === 'EPIPE' ? Exit.unread : Exit.failed;
    if (error.code !== 'EPIPE') process.stderr.write(`gprsim: standard output: ${error.message}\n`);
  });
  process.stderr.on('error', () => {});
}

/** Writes to standard output. @throws CommandFailure without a message if the reader has closed it */
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

export function failureText(message: string): string {
  return `${colored(['bold', 'red'], 'gprsim:', process.stderr)} ${message}`;
}
