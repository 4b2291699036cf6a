import { StoreError } from '../store/store-error.ts';

/** Ends a command, or the start of a server, with a message; '' = everything is printed already. */
export class CommandFailure extends Error {}

/** A flag, an option, a variable or an argument is wrong. */
export class BadUsage extends CommandFailure {}

export function badUsage(message: string): BadUsage {
  return new BadUsage(message);
}

/** Collects what is wrong with several flags, values or files, so that one error names all of it. */
export class Faults {
  /** Message → the error. */
  readonly #errors = new Map<string, Error>();

  get messages(): readonly string[] {
    return [...this.#errors.keys()];
  }

  /** Whether the value of a flag is wrong. */
  about(flag: string): boolean {
    return this.messages.some((message) => message.startsWith(`${flag} `));
  }

  add(message: string): void {
    this.#keep(badUsage(message));
  }

  /** The result of the work; undefined if it fails with a message for users, which is kept. */
  of<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof CommandFailure || error instanceof StoreError)) throw error;
      this.#keep(error);
      return undefined;
    }
  }

  /** @throws CommandFailure with all that was found */
  check(): void {
    const [first, ...others] = this.#errors.values();
    if (first !== undefined) throw others.length === 0 ? first : badUsage(this.messages.join('\n'));
  }

  #keep(error: Error): void {
    if (!this.#errors.has(error.message)) this.#errors.set(error.message, error);
  }
}
