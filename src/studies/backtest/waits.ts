// When GPRs waited, from the facts of a run.

import {
  eachFact,
  FactKind,
  type FactRun,
  GprCreated,
  GprProvisioning,
  GprRequeued,
  NEVER,
} from '../../../sim/index.ts';

export interface Wait {
  readonly uid: number;
  readonly pool: number;
  readonly priority: number;
  readonly gpus: number;
  /** Whether it is the first wait of its GPR. */
  readonly isFirst: boolean;
  readonly sinceMs: number;
  /** NEVER = it has not started. */
  startMs: number;
  /** When it started or was given up; NEVER = it waits still. */
  endMs: number;
}

export class Waits {
  /** In order of their beginnings. */
  readonly list: Wait[] = [];
  /** Those that ended with a start, in order of their starts. */
  readonly over: Wait[] = [];
  /** Uid → its latest wait. */
  readonly #latest = new Map<number, Wait>();

  follow(run: FactRun): void {
    const { words } = run;
    eachFact(run, (kind, atMs, at) => {
      const uid = words[at];
      switch (kind) {
        case FactKind.gprCreated:
          this.#begin({
            uid,
            pool: words[at + GprCreated.pool],
            priority: words[at + GprCreated.priority],
            gpus: words[at + GprCreated.nodeCount] * words[at + GprCreated.gpusPerNode],
            isFirst: true,
            sinceMs: atMs,
            startMs: NEVER,
            endMs: NEVER,
          });
          return;
        case FactKind.gprRequeued: {
          const before = this.#latest.get(words[at + GprRequeued.uid])!;
          this.#begin({ ...before, isFirst: false, sinceMs: atMs, startMs: NEVER, endMs: NEVER });
          return;
        }
        case FactKind.gprProvisioning: {
          const wait = this.#latest.get(words[at + GprProvisioning.uid])!;
          wait.startMs = atMs;
          wait.endMs = atMs;
          this.over.push(wait);
          return;
        }
        case FactKind.gprEnded:
        case FactKind.gprRemoved: {
          const wait = this.#latest.get(uid);
          if (wait?.endMs === NEVER) wait.endMs = atMs;
          this.#latest.delete(uid);
        }
      }
    });
  }

  #begin(wait: Wait): void {
    this.list.push(wait);
    this.#latest.set(wait.uid, wait);
  }
}
