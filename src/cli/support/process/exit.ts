import { AbsentPolicy } from '../../../../sim/index.ts';
import { BadUsage, CommandFailure } from '../../../arguments/command-failure.ts';
import { WrongFile } from '../../../store/store-error.ts';

/** `unread`: the reader closed the output early. Like the signals, it has the code of a shell: 128 + signal. */
export const Exit = { done: 0, failed: 1, usage: 2, SIGINT: 130, unread: 141, SIGTERM: 143 } as const;

/** Ends the program with this exit code. */
export class ProgramEnd extends CommandFailure {
  readonly exitCode: number;

  constructor(exitCode: number, message = '') {
    super(message);
    this.exitCode = exitCode;
  }
}

export function exitCodeOf(error: Error): number {
  if (error instanceof ProgramEnd) return error.exitCode;
  const isUsage = [BadUsage, WrongFile, AbsentPolicy].some((kind) => error instanceof kind);
  return isUsage ? Exit.usage : Exit.failed;
}
