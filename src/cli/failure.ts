// How a command of the command line fails.

/** `unread`: nobody read the output to its end; it is what a shell reports of programs that the system ends for that. */
export const Exit = { done: 0, failed: 1, usage: 2, unread: 141 } as const;

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
