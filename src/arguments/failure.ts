/** `unread`: the reader closed the output early. Like the signals, it has the code of a shell: 128 + signal. */
export const Exit = { done: 0, failed: 1, usage: 2, SIGINT: 130, unread: 141, SIGTERM: 143 } as const;

/** Ends the program with a message; '' = everything is printed already. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = Exit.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function badUsage(message: string): CommandFailure {
  return new CommandFailure(message, Exit.usage);
}
