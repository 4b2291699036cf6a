// Divides the time of the event loop: new connections first, then quick requests, slow requests, and pieces of long answers. So a
// client is answered soon, whatever the others ask for.

import { acceptsPerWork, quickMs, turnMs } from './connection-limits.ts';

const pathsMax = 500;

/** A connection with requests that wait. */
export interface Waiting {
  /** The target of the oldest of them; '' without one. */
  readonly nextTarget: string;
  startNext(): void;
}

export class LoopTime {
  /** Connections whose next request may start; the one that waits longest is the first. */
  readonly #quick: Waiting[] = [];
  readonly #slow: Waiting[] = [];
  /** Pieces of answers to write. */
  #later: (() => void)[] = [];
  /** How many requests to a path in a row took long. */
  readonly #slowRuns = new Map<string, number>();
  /** undefined before the first request of a turn. */
  #endMs: number | undefined;
  #hasOpened = false;
  /** While connections keep coming, nothing else is done before this time. */
  #acceptsUntilMs = 0;

  /** Notes a new connection. */
  opened(): void {
    this.#hasOpened = true;
    this.#begin();
  }

  /** Whether a request that arrives may start at once. */
  hasTime(): boolean {
    if (this.#hasOpened || this.#quick.length > 0 || this.#slow.length > 0) return false;
    this.#begin();
    return performance.now() < this.#endMs!;
  }

  /** Starts the next request of the connection in a turn that has time for it. */
  whenReady(connection: Waiting): void {
    this.#quick.push(connection);
    this.#begin();
  }

  /** Calls `task` in a turn that has time for it. */
  whenTime(task: () => void): void {
    this.#later.push(task);
    this.#begin();
  }

  /** Waits for a later turn that has time. */
  next(): Promise<void> {
    return new Promise((resolve) => this.whenTime(resolve));
  }

  /** Notes how long a request to this target took. */
  took(target: string, ms: number): void {
    if (ms <= quickMs && this.#slowRuns.size === 0) return;
    const path = pathOf(target);
    if (ms <= quickMs) {
      this.#slowRuns.delete(path);
      return;
    }
    if (this.#slowRuns.size >= pathsMax) this.#slowRuns.clear();
    this.#slowRuns.set(path, (this.#slowRuns.get(path) ?? 0) + 1);
  }

  #isSlow(target: string): boolean {
    // One run may be slow by chance.
    return this.#slowRuns.size > 0 && (this.#slowRuns.get(pathOf(target)) ?? 0) > 1;
  }

  #begin(): void {
    if (this.#endMs !== undefined) return;
    this.#endMs = performance.now() + turnMs;
    setImmediate(() => this.#end());
  }

  #end(): void {
    const nowMs = performance.now();
    const waits = this.#quick.length > 0 || this.#slow.length > 0 || this.#later.length > 0;
    // Node accepts one connection per turn. Others may wait, so turns without work follow until none came.
    const accepts = this.#hasOpened && nowMs < this.#acceptsUntilMs;
    this.#hasOpened = false;
    this.#endMs = undefined;
    if (!waits) return;
    this.#begin();
    if (accepts) return;
    this.#work(nowMs + turnMs);
    const workedMs = performance.now();
    this.#acceptsUntilMs = workedMs + acceptsPerWork * (workedMs - nowMs);
  }

  #work(endMs: number): void {
    const hasTime = () => performance.now() < endMs;
    while (this.#quick.length > 0 && hasTime()) {
      const connection = this.#quick.shift()!;
      if (this.#isSlow(connection.nextTarget)) this.#slow.push(connection);
      else connection.startNext();
    }
    // At least one slow request, and pieces for half a turn, so that nothing waits forever.
    if (this.#slow.length > 0) {
      do this.#slow.shift()!.startNext();
      while (this.#slow.length > 0 && hasTime());
    }
    const piecesEndMs = Math.max(endMs, performance.now() + turnMs / 2);
    const tasks = this.#later;
    this.#later = [];
    let done = 0;
    while (done < tasks.length && performance.now() < piecesEndMs) tasks[done++]!();
    if (done < tasks.length) this.#later = [...tasks.slice(done), ...this.#later];
  }
}

/** The path of a request's target, without the parts that contain a digit, such as ids. */
function pathOf(target: string): string {
  return target.replace(/\?.*|\/[^/?]*\d[^/?]*/g, '');
}
