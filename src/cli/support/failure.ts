// How a command of the command line fails.

/**
 * `unread`: nobody read the output to its end. That and the signals are what a shell reports of programs that the
 * system ends for it.
 */
export const Exit = { done: 0, failed: 1, usage: 2, SIGINT: 130, unread: 141, SIGTERM: 143 } as const;

/** Ends the program with a message for people; its lines are complete sentences or points. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = Exit.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A flag or argument is not what it should be. */
export function badUsage(message: string): CommandFailure {
  return new CommandFailure(message, Exit.usage);
}
