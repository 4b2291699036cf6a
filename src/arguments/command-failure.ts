/** Ends a command, or the start of a server, with a message; '' = everything is printed already. */
export class CommandFailure extends Error {}

/** A flag, an option, a variable or an argument is wrong. */
export class BadUsage extends CommandFailure {}

export function badUsage(message: string): BadUsage {
  return new BadUsage(message);
}

/** Collects what is wrong with several flags or values, so that one error names all of it. */
export class Faults {
  readonly #messages = new Set<string>();

  /** The result of the work; undefined if it finds bad usage, which is kept. */
  of<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof BadUsage)) throw error;
      this.#messages.add(error.message);
      return undefined;
    }
  }

  /** @throws BadUsage with all that was found */
  check(): void {
    if (this.#messages.size > 0) throw badUsage([...this.#messages].join('\n'));
  }
}
