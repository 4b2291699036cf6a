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

export type LoopTime = ReturnType<typeof newLoopTime>;

export function newLoopTime() {
  /** Connections whose next request may start; the one that waits longest is the first. */
  const quick: Waiting[] = [];
  const slow: Waiting[] = [];
  /** Pieces of answers to write. */
  let later: (() => void)[] = [];
  /** How many requests to a path in a row took long. */
  const slowRuns = new Map<string, number>();
  /** undefined before the first request of a turn. */
  let endMs: number | undefined;
  let hasOpened = false;
  /** While connections keep coming, nothing else is done before this time. */
  let acceptsUntilMs = 0;

  /** Calls `task` in a turn that has time for it. */
  function whenTime(task: () => void): void {
    later.push(task);
    begin();
  }

  function isSlow(target: string): boolean {
    // One run may be slow by chance.
    return slowRuns.size > 0 && (slowRuns.get(pathOf(target)) ?? 0) > 1;
  }

  function begin(): void {
    if (endMs !== undefined) return;
    endMs = performance.now() + turnMs;
    setImmediate(() => end());
  }

  function end(): void {
    const nowMs = performance.now();
    const waits = quick.length > 0 || slow.length > 0 || later.length > 0;
    // Node accepts one connection per turn. Others may wait, so turns without work follow until none came.
    const accepts = hasOpened && nowMs < acceptsUntilMs;
    hasOpened = false;
    endMs = undefined;
    if (!waits) return;
    begin();
    if (accepts) return;
    work(nowMs + turnMs);
    const workedMs = performance.now();
    acceptsUntilMs = workedMs + acceptsPerWork * (workedMs - nowMs);
  }

  function work(endMs: number): void {
    const hasTime = () => performance.now() < endMs;
    while (quick.length > 0 && hasTime()) {
      const connection = quick.shift()!;
      if (isSlow(connection.nextTarget)) slow.push(connection);
      else connection.startNext();
    }
    // At least one slow request, and pieces for half a turn, so that nothing waits forever.
    if (slow.length > 0) {
      do slow.shift()!.startNext();
      while (slow.length > 0 && hasTime());
    }
    const piecesEndMs = Math.max(endMs, performance.now() + turnMs / 2);
    const tasks = later;
    later = [];
    let done = 0;
    while (done < tasks.length && performance.now() < piecesEndMs) tasks[done++]!();
    if (done < tasks.length) later = [...tasks.slice(done), ...later];
  }

  return {
    /** Notes a new connection. */
    opened(): void {
      hasOpened = true;
      begin();
    },
    /** Whether a request that arrives may start at once. */
    hasTime(): boolean {
      if (hasOpened || quick.length > 0 || slow.length > 0) return false;
      begin();
      return performance.now() < endMs!;
    },
    /** Starts the next request of the connection in a turn that has time for it. */
    whenReady(connection: Waiting): void {
      quick.push(connection);
      begin();
    },
    whenTime,
    /** Waits for a later turn that has time. */
    next(): Promise<void> {
      return new Promise((resolve) => whenTime(resolve));
    },
    /** Notes how long a request to this target took. */
    took(target: string, ms: number): void {
      if (ms <= quickMs && slowRuns.size === 0) return;
      const path = pathOf(target);
      if (ms <= quickMs) {
        slowRuns.delete(path);
        return;
      }
      if (slowRuns.size >= pathsMax) slowRuns.clear();
      slowRuns.set(path, (slowRuns.get(path) ?? 0) + 1);
    },
  };
}

/** The path of a request's target, without the parts that contain a digit, such as ids. */
function pathOf(target: string): string {
  return target.replace(/\?.*|\/[^/?]*\d[^/?]*/g, '');
}
