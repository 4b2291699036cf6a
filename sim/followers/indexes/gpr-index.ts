// Index of the GPRs that have not ended, by uid and by workspace. The first lookup builds it from the tables; from then on it
// follows the facts.

import { grown } from '../../base/collections/columns.ts';
import { UidMap } from '../../base/collections/uid-map.ts';
import { FactKind, GprCreated, GprEnded, GprRemoved } from '../../facts/fact-catalogue.ts';
import { LogReader } from '../../facts/follower.ts';
import { State } from '../../facts/numbered.ts';
import type { Core } from '../../kernel/core.ts';
import { indexOf, NONE, ROW } from '../../tables/gprs/gpr-table.ts';

export class GprIndex extends LogReader {
  readonly #core: Core;
  #rows: UidMap = new UidMap();
  /** Workspace → the first row in the list of its GPRs that have not ended. */
  readonly #first: Map<number, number> = new Map();
  /** By `indexOf` of a row: the next and the previous row in this list, NONE = none. */
  #next: Int32Array = new Int32Array(0);
  #previous: Int32Array = new Int32Array(0);

  constructor(core: Core) {
    super(core.facts, [FactKind.gprCreated, FactKind.gprEnded, FactKind.gprRemoved]);
    this.#core = core;
  }

  /** The row of a GPR; NONE if it has ended or does not exist. @param uid −1 = of no GPR */
  rowOf(uid: number): number {
    if (uid < 0) return NONE;
    this.#update();
    return this.#rows.get(uid);
  }

  /** Builds the index now, if no lookup has: with more GPRs it would take longer. */
  build(): void {
    if (!this.isFollowing) this.#update();
  }

  /** Rows of a workspace's GPRs, in order of creation. */
  ofWorkspace(workspace: number): number[] {
    this.#update();
    const rows: number[] = [];
    let row = this.#first.get(workspace) ?? NONE;
    for (; row !== NONE; row = this.#next[indexOf(row)]) rows.push(row);
    const { createdSeq } = this.#core.gprs;
    return rows.sort((a, b) => createdSeq[a] - createdSeq[b]);
  }

  #update(): void {
    if (this.isFollowing) {
      this.follow();
      return;
    }
    this.start();
    const { gprs } = this.#core;
    // This takes one turn of the event loop, and a world may have a million GPRs: no sorting, no growing.
    this.#rows = new UidMap(indexOf(gprs.used));
    for (let row = 0; row < gprs.used; row += ROW)
      if (gprs.state[row] !== State.none) this.#add(gprs.uid[row], gprs.workspace[row], row);
  }

  protected see(kind: number, words: Float64Array, at: number, row: number): void {
    if (kind === FactKind.gprCreated) {
      this.#add(words[at + GprCreated.uid], words[at + GprCreated.workspace], row);
    } else if (kind === FactKind.gprEnded) {
      this.#remove(words[at + GprEnded.uid], words[at + GprEnded.workspace]);
    } else if (kind === FactKind.gprRemoved && row !== NONE) {
      this.#remove(words[at + GprRemoved.uid], words[at + GprRemoved.workspace]);
    }
  }

  #add(uid: number, workspace: number, row: number): void {
    this.#rows.set(uid, row);
    const index = indexOf(row);
    if (index >= this.#next.length) {
      const capacity = indexOf(this.#core.gprs.ints.length);
      this.#next = grown(this.#next, capacity);
      this.#previous = grown(this.#previous, capacity);
    }
    const next = this.#first.get(workspace) ?? NONE;
    this.#first.set(workspace, row);
    this.#next[index] = next;
    this.#previous[index] = NONE;
    if (next !== NONE) this.#previous[indexOf(next)] = row;
  }

  #remove(uid: number, workspace: number): void {
    const index = indexOf(this.#rows.get(uid));
    this.#rows.delete(uid);
    const next = this.#next[index];
    const previous = this.#previous[index];
    if (next !== NONE) this.#previous[indexOf(next)] = previous;
    if (previous !== NONE) this.#next[indexOf(previous)] = next;
    else if (next !== NONE) this.#first.set(workspace, next);
    else this.#first.delete(workspace);
  }
}
