// The table of ended GPRs. The kernel retires the row of a GPR that ends; this table keeps a copy, in order of end, until
// `keepEnded` others have ended after it (eviction), DELETE removes it, or its workspace is gone. It then leaves memory.

import { loadFields, type Saved, saveFields } from '../../base/collections/saved-fields.ts';
import { UidMap } from '../../base/collections/uid-map.ts';
import { FactKind, GprEnded, GprRemoved, WorkspaceGone } from '../../facts/fact-catalogue.ts';
import { LogReader } from '../../facts/follower.ts';
import { State } from '../../facts/numbered.ts';
import type { Core } from '../../kernel/core.ts';
import { COLD_FLAGS, Field, GprTable, INLINE_NODES, NONE, Real, ROW } from '../../tables/gprs/gpr-table.ts';

export class EndedGprs extends LogReader {
  readonly table: GprTable = new GprTable();
  /** Called with the row in this table of a GPR that is about to leave memory. @param removed by DELETE, queued or ended */
  onForget: ((row: number, removed: boolean) => void) | null = null;
  readonly #core: Core;
  #first = NONE;
  #last = NONE;
  count = 0;
  /** uid → row of the table, and workspace → rows; built at the first lookup. */
  #rows: UidMap | undefined;
  readonly #ofWorkspace: Map<number, Set<number>> = new Map();

  constructor(core: Core) {
    super(core.facts, [FactKind.gprEnded, FactKind.gprRemoved, FactKind.workspaceGone]);
    this.#core = core;
    this.start();
  }

  /** The row of an ended GPR in this table; NONE if it has none. @param uid −1 = of no GPR */
  rowOf(uid: number): number {
    return uid < 0 ? NONE : this.#rowsByUid().get(uid);
  }

  ofWorkspace(workspace: number): number[] {
    this.#rowsByUid();
    return [...(this.#ofWorkspace.get(workspace) ?? [])];
  }

  #rowsByUid(): UidMap {
    this.follow();
    if (this.#rows === undefined) {
      this.#rows = new UidMap();
      for (const row of this.all()) this.#enter(this.#rows, row);
    }
    return this.#rows;
  }

  #enter(rows: UidMap, row: number): void {
    const workspace = this.table.workspace[row];
    rows.set(this.table.uid[row], row);
    const own = this.#ofWorkspace.get(workspace);
    if (own === undefined) this.#ofWorkspace.set(workspace, new Set([row]));
    else own.add(row);
  }

  /** All rows of the table, in order of end. */
  all(): number[] {
    this.follow();
    const rows: number[] = [];
    const { listNext, used } = this.table;
    // A list of a damaged snapshot may have no end.
    for (let row = this.#first; row !== NONE && rows.length < used; row = listNext[row]) rows.push(row);
    return rows;
  }

  save(): Saved {
    this.follow();
    const { table, count } = this;
    return { table: saveFields(table), first: this.#first, last: this.#last, count };
  }

  load({ table, first, last, count }: Saved): void {
    loadFields(this.table, table as Saved);
    this.#first = first as number;
    this.#last = last as number;
    this.count = count as number;
  }

  protected see(kind: number, words: Float64Array, at: number, row: number): void {
    switch (kind) {
      case FactKind.gprEnded:
        this.#append(this.#ended(words, at, row));
        break;
      case FactKind.gprRemoved: {
        const uid = words[at + GprRemoved.uid];
        if (row !== NONE) this.#forget(this.#copy(row, uid, State.queued), true);
        else this.#remove(this.#find(uid), true);
        break;
      }
      case FactKind.workspaceGone:
        this.#forgetWorkspace(words[at + WorkspaceGone.workspace]);
    }
  }

  /** Copies a row of the kernel's table to a free row of this one, and returns that. */
  #copy(from: number, uid: number, state: number): number {
    const { table } = this;
    const { gprs, demands } = this.#core;
    const row = table.take();
    const { ints, reals } = table;
    const { ints: liveInts, reals: liveReals } = gprs;
    // Without loops over lists of fields, this takes half the time.
    ints[row + Field.flags] = liveInts[from + Field.flags];
    ints[row + Field.workspace] = liveInts[from + Field.workspace];
    ints[row + Field.pool] = liveInts[from + Field.pool];
    ints[row + Field.demand] = liveInts[from + Field.demand];
    ints[row + Field.priority] = liveInts[from + Field.priority];
    ints[row + Field.retries] = liveInts[from + Field.retries];
    ints[row + Field.memoryGb] = liveInts[from + Field.memoryGb];
    ints[row + Field.lot] = liveInts[from + Field.lot];
    ints[row + Field.secondOfLot] = liveInts[from + Field.secondOfLot];
    ints[row + Field.gpusHeld] = 0;
    reals[row + Real.createdAt] = liveReals[from + Real.createdAt];
    reals[row + Real.exitLeftMs] = liveReals[from + Real.exitLeftMs];
    reals[row + Real.ranMs] = liveReals[from + Real.ranMs];
    reals[row + Real.idleTimeOutMs] = liveReals[from + Real.idleTimeOutMs];
    reals[row + Real.costMicro] = liveReals[from + Real.costMicro];
    reals[row + Real.startedAt] = liveReals[from + Real.startedAt];
    reals[row + Real.createdSeq] = liveReals[from + Real.createdSeq];
    reals[row + Real.idleSince] = -1;
    if ((ints[row + Field.flags] & COLD_FLAGS) !== 0) {
      for (let i = 0; i < ROW; i++) table.cold[row + i] = gprs.cold[from + i];
    }
    reals[row + Real.uid] = uid;
    ints[row + Field.state] = state;
    reals[row + Real.endedAt] = -1;
    const count = demands.nodes[ints[row + Field.demand]];
    if (count > INLINE_NODES && ints[row + Field.lot] !== NONE) {
      const at = gprs.lotAt(from, count);
      table.setLot(row, gprs.lotWords(count).subarray(at, at + count), count);
    }
    return row;
  }

  #ended(words: Float64Array, at: number, from: number): number {
    const { table } = this;
    const state = words[at + GprEnded.state];
    const row = this.#copy(from, words[at + GprEnded.uid], state);
    table.ints[row + Field.reason] = words[at + GprEnded.reason];
    if (state === State.failed) table.culprit[row] = words[at + GprEnded.culprit];
    // The word before the first is the instant.
    table.reals[row + Real.endedAt] = words[at - 1];
    return row;
  }

  #append(row: number): void {
    const { listNext, listPrevious } = this.table;
    listPrevious[row] = this.#last;
    listNext[row] = NONE;
    if (this.#last === NONE) this.#first = row;
    else listNext[this.#last] = row;
    this.#last = row;
    this.count++;
    if (this.#rows !== undefined) this.#enter(this.#rows, row);
    if (this.count > this.#core.rules.keepEnded) this.#remove(this.#first, false);
  }

  #remove(row: number, removed: boolean): void {
    if (row === NONE) return;
    const { listNext, listPrevious, workspace: workspaces, uid } = this.table;
    const next = listNext[row];
    const previous = listPrevious[row];
    if (previous === NONE) this.#first = next;
    else listNext[previous] = next;
    if (next === NONE) this.#last = previous;
    else listPrevious[next] = previous;
    this.count--;
    if (this.#rows !== undefined) {
      const workspace = workspaces[row];
      const own = this.#ofWorkspace.get(workspace)!;
      this.#rows.delete(uid[row]);
      own.delete(row);
      if (own.size === 0) this.#ofWorkspace.delete(workspace);
    }
    this.#forget(row, removed);
  }

  #forget(row: number, removed: boolean): void {
    if (this.onForget !== null) this.onForget(row, removed);
    const { demands } = this.#core;
    this.table.freeLot(row, demands.nodes[this.table.demand[row]]);
    this.table.free.push(row);
  }

  #find(uid: number): number {
    if (this.#rows !== undefined) return this.#rows.get(uid);
    let row = this.#first;
    while (row !== NONE && this.table.uid[row] !== uid) row = this.table.listNext[row];
    return row;
  }

  /** Removes the ended GPRs of a workspace, in order of creation. */
  #forgetWorkspace(workspace: number): void {
    const { table } = this;
    const rows: number[] = [];
    for (let row = this.#first; row !== NONE; row = table.listNext[row]) {
      if (table.workspace[row] === workspace) rows.push(row);
    }
    rows.sort((a, b) => table.createdSeq[a] - table.createdSeq[b]);
    for (const row of rows) this.#remove(row, false);
  }
}
