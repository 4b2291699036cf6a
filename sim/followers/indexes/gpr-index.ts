// Index of the GPRs that have not ended, by uid and by workspace. The first lookup builds it from the tables; from then on it
// follows the facts.

import { UidMap } from '../../base/collections/uid-map.ts';
import { FactKind, GprCreated, GprEnded, GprRemoved } from '../../facts/catalogue.ts';
import { LogReader } from '../../facts/follower.ts';
import { State } from '../../facts/numbered.ts';
import type { Core } from '../../kernel/core.ts';
import { NONE, ROW } from '../../tables/gprs/gpr-table.ts';

export class GprIndex extends LogReader {
  readonly #core: Core;
  readonly #rows: UidMap = new UidMap();
  /** Workspace → uids of its GPRs that have not ended, in order of creation. */
  readonly #ofWorkspace: Map<number, Set<number>> = new Map();

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

  /** Rows of a workspace's GPRs, in order of creation. */
  ofWorkspace(workspace: number): number[] {
    this.#update();
    return Array.from(this.#ofWorkspace.get(workspace) ?? [], (uid) => this.#rows.get(uid));
  }

  #update(): void {
    if (this.isFollowing) {
      this.follow();
      return;
    }
    this.start();
    const { gprs } = this.#core;
    const rows: number[] = [];
    for (let row = 0; row < gprs.used; row += ROW) if (gprs.state[row] !== State.none) rows.push(row);
    rows.sort((a, b) => gprs.createdSeq[a] - gprs.createdSeq[b]);
    for (const row of rows) this.#add(gprs.uid[row], gprs.workspace[row], row);
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
    const own = this.#ofWorkspace.get(workspace);
    if (own === undefined) this.#ofWorkspace.set(workspace, new Set([uid]));
    else own.add(uid);
  }

  #remove(uid: number, workspace: number): void {
    this.#rows.delete(uid);
    const own = this.#ofWorkspace.get(workspace)!;
    own.delete(uid);
    if (own.size === 0) this.#ofWorkspace.delete(workspace);
  }
}
