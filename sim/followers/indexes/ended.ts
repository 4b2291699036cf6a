// Ended GPRs: kept in memory in the order of their end, until `keepEnded` others have ended after them, they are deleted,
// or their workspace is gone. The kernel knows nothing of them: their rows are copied to a table of their own.

import { loadFields, type Saved, saveFields } from '../../base/state.ts';
import { UidMap } from '../../base/uids.ts';
import { FactKind, GprEnded, positionsOf } from '../../facts/catalogue.ts';
import { LogReader } from '../../facts/follower.ts';
import { State } from '../../facts/numbered.ts';
import type { Core } from '../../kernel/core.ts';
import { Field, GprTable, NONE, ROW } from '../../tables/gpr.ts';

const GprRemoved = positionsOf('gprRemoved');
const WorkspaceGone = positionsOf('workspaceGone');

export class EndedGprs extends LogReader {
  readonly table: GprTable = new GprTable();
  /** Row of the table → the nodes that the GPR held last, in the order in which they were chosen. */
  readonly nodes: Map<number, readonly number[]> = new Map();
  /** Sees a GPR of the table before it leaves memory; `removed`: by DELETE. */
  onForget: ((row: number, removed: boolean) => void) | null = null;
  readonly #core: Core;
  #first = NONE;
  #last = NONE;
  count = 0;
  /** uid → row of the table, and workspace → rows, once somebody asks. */
  #rows: UidMap | undefined;
  readonly #ofWorkspace: Map<number, Set<number>> = new Map();

  constructor(core: Core) {
    super(core.facts);
    this.#core = core;
    this.start();
  }

  /** The row of an ended GPR in the table, NONE if there is none. */
  rowOf(uid: number): number {
    return this.#asked().get(uid);
  }

  /** Rows of the ended GPRs of a workspace. */
  ofWorkspace(workspace: number): number[] {
    this.#asked();
    return [...(this.#ofWorkspace.get(workspace) ?? [])];
  }

  #asked(): UidMap {
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

  /** Rows of the table, by end. */
  all(): number[] {
    this.follow();
    const rows: number[] = [];
    for (let row = this.#first; row !== NONE; row = this.table.listNext[row]) rows.push(row);
    return rows;
  }

  save(): Saved {
    this.follow();
    const { table, count } = this;
    return { table: saveFields(table), nodes: [...this.nodes], first: this.#first, last: this.#last, count };
  }

  load({ table, nodes, first, last, count }: Saved): void {
    loadFields(this.table, table as Saved);
    for (const [row, held] of nodes as [number, number[]][]) this.nodes.set(row, held);
    this.#first = first as number;
    this.#last = last as number;
    this.count = count as number;
  }

  protected see(kind: number, words: Float64Array, at: number, row: number): void {
    switch (kind) {
      case FactKind.gprEnded:
        this.#append(this.#copy(row, words[at + GprEnded.uid], words[at + GprEnded.state]));
        break;
      case FactKind.gprRemoved: {
        const uid = words[at + GprRemoved.uid];
        if (row !== NONE) this.#leave(this.#copy(row, uid, State.queued), true);
        else this.#remove(this.#find(uid), true);
        break;
      }
      case FactKind.workspaceGone:
        this.#forgetWorkspace(words[at + WorkspaceGone.workspace]);
    }
  }

  /** A row of the kernel's table as a row of this one. */
  #copy(from: number, uid: number, state: number): number {
    const { table } = this;
    const { gprs } = this.#core;
    const row = table.add();
    const { records } = table;
    for (let i = 0; i < ROW; i++) records[row + i] = gprs.records[from + i];
    table.uid[row] = uid;
    table.state[row] = state;
    const nodes = this.#core.nodesOf(from);
    if (nodes.length > 0) this.nodes.set(row, nodes);
    return row;
  }

  #append(row: number): void {
    const { records } = this.table;
    records[row + Field.listPrevious] = this.#last;
    records[row + Field.listNext] = NONE;
    if (this.#last === NONE) this.#first = row;
    else records[this.#last + Field.listNext] = row;
    this.#last = row;
    this.count++;
    if (this.#rows !== undefined) this.#enter(this.#rows, row);
    if (this.count > this.#core.rules.keepEnded) this.#remove(this.#first, false);
  }

  #remove(row: number, removed: boolean): void {
    if (row === NONE) return;
    const { records } = this.table;
    const next = records[row + Field.listNext];
    const previous = records[row + Field.listPrevious];
    if (previous === NONE) this.#first = next;
    else records[previous + Field.listNext] = next;
    if (next === NONE) this.#last = previous;
    else records[next + Field.listPrevious] = previous;
    this.count--;
    if (this.#rows !== undefined) {
      const workspace = records[row + Field.workspace];
      const own = this.#ofWorkspace.get(workspace)!;
      this.#rows.delete(records[row + Field.uid]);
      own.delete(row);
      if (own.size === 0) this.#ofWorkspace.delete(workspace);
    }
    this.#leave(row, removed);
  }

  #leave(row: number, removed: boolean): void {
    if (this.onForget !== null) this.onForget(row, removed);
    this.nodes.delete(row);
    this.table.giveUp(row);
    this.table.freeGivenUp();
  }

  #find(uid: number): number {
    if (this.#rows !== undefined) return this.#rows.get(uid);
    let row = this.#first;
    while (row !== NONE && this.table.uid[row] !== uid) row = this.table.listNext[row];
    return row;
  }

  /** In order of creation. */
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
