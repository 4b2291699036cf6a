// Measures of a run by workspace, for `Measures`.

import { grown } from '../base/collections/columns.ts';
import { ratio } from '../base/numbers/statistics.ts';

export interface WorkspaceMeasure {
  readonly workspace: number;
  readonly gprs: number;
  readonly started: number;
  readonly evictions: number;
  readonly waitMsMean: number | null;
  readonly gpuHours: number;
}

/** The counts of a workspace, by their position in its record. */
export const Counter = { gprs: 0, started: 1, evictions: 2, waitMsSum: 3, gpuMs: 4 } as const;
/** Words of a record: one cache line, so that a visit to a random workspace misses the cache once. */
const RECORD_WORDS = 8;

export class WorkspaceMeasures {
  #capacity = 0;
  #records = new Float64Array(0);

  add(workspace: number, what: number, amount: number): void {
    if (workspace >= this.#capacity) this.#reserve(workspace);
    this.#records[workspace * RECORD_WORDS + what] += amount;
  }

  /** Workspaces with a measured GPR or eviction, by number. */
  rows(): WorkspaceMeasure[] {
    const rows: WorkspaceMeasure[] = [];
    for (let workspace = 0; workspace < this.#capacity; workspace++) {
      const of = (what: number) => this.#records[workspace * RECORD_WORDS + what];
      if (of(Counter.gprs) === 0 && of(Counter.evictions) === 0) continue;
      rows.push({
        workspace,
        gprs: of(Counter.gprs),
        started: of(Counter.started),
        evictions: of(Counter.evictions),
        waitMsMean: ratio(of(Counter.waitMsSum), of(Counter.started)),
        gpuHours: of(Counter.gpuMs) / 3_600_000,
      });
    }
    return rows;
  }

  #reserve(workspace: number): void {
    this.#capacity = Math.max(64, this.#capacity * 2, workspace + 1);
    this.#records = grown(this.#records, this.#capacity * RECORD_WORDS);
  }
}
