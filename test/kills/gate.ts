// A gate that many may pass at the same time, and one alone.

export class Gate {
  #inside = 0;
  #isClosed = false;
  #waiting: (() => void)[] = [];

  /** Runs an action beside others. */
  async pass(action: () => Promise<void>): Promise<void> {
    while (this.#isClosed) await this.#change();
    this.#inside++;
    await action();
    this.#inside--;
    this.#notify();
  }

  /** Waits until no action runs, and runs this one alone. */
  async passAlone(action: () => Promise<void>): Promise<void> {
    while (this.#isClosed) await this.#change();
    this.#isClosed = true;
    while (this.#inside > 0) await this.#change();
    await action();
    this.#isClosed = false;
    this.#notify();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #notify(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}
