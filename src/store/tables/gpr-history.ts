// The history: GPRs that have left memory. They are written to the file in batches. After a crash, the replay derives the
// unflushed GPRs again.

import type { GprView, KeptGpr } from '../../../sim/index.ts';
import { unpackGpr } from '../codecs/kept-gpr.ts';
import { Packer, Unreadable } from '../codecs/packed.ts';
import { isSealed, sealed } from '../codecs/row-checksum.ts';
import { blockOf, endOf, type PackedGpr, unpackBlock } from '../codecs/uid-block.ts';
import { Damaged } from '../store-error.ts';
import type { Branches } from './branches/branch-table.ts';
import type { Line } from './line.ts';
import type { BranchRow, HistoryRow, Rows } from './rows.ts';
import { history, removals } from './schema.ts';
import { UnflushedGprs } from './unflushed-gprs.ts';

/** Batch size: writing this many GPRs takes about one slice of time. */
const WRITTEN_TOGETHER = 16_384;

/** Size of the cache of uid blocks: readers of many GPRs mostly read GPRs of about the same age. */
const BLOCKS_KEPT = 512;

/** Maximum number of rows that a step of `names` reads: a few thousand GPRs. */
const ROWS_AT_ONCE = 16;

interface StoredGpr {
  readonly uid: number;
  readonly kept: KeptGpr;
  readonly isRemoved: boolean;
}

/** What a world has at a snapshot from which it is derived again. */
interface Base {
  readonly facts: number;
  readonly commands: number;
}

type Counts = Pick<BranchRow, 'historyRows' | 'removalRows'>;

/** Builds the view of a GPR from its kept words; returns undefined if the words are not those of a GPR. */
export type ViewOf = (kept: KeptGpr, gprId: string) => GprView | undefined;

export class History {
  readonly #path: string;
  readonly #line: () => Line;
  readonly #isReadOnly: boolean;
  readonly #rows: Rows;
  readonly #branches: Branches;
  #unflushed: UnflushedGprs = new UnflushedGprs();
  readonly #packer = new Packer();
  /** Rows written after it are derived and written again. */
  #stale: Base | undefined;
  /** Number of facts: a later branch relies on the rows written up to there. */
  #needed = 0;
  /** Blocks read from the file, each with its GPRs by uid. */
  readonly #blocks: Map<number, ReadonlyMap<number, PackedGpr>> = new Map();
  /** Set by the owner of the world before the first read of a GPR. */
  viewOf: ViewOf = () => undefined;

  /** @param line the one that is read; its branch is the one that is written */
  constructor(path: string, rows: Rows, isReadOnly: boolean, branches: Branches, line: () => Line) {
    this.#path = path;
    this.#line = line;
    this.#isReadOnly = isReadOnly;
    this.#rows = rows;
    this.#branches = branches;
  }

  /** Whether no row is missing: its GPRs would seem unknown, or a removed GPR would be back. */
  get isWhole(): boolean {
    // A branch that was derived from the start reads no rows of its ancestors.
    const read = this.#line().kept.filter(({ facts }) => facts > 0);
    return read.every(({ branch }) => {
      const { historyRows, removalRows } = this.#countsOf(branch);
      const stated = this.#branches.row(branch);
      return historyRows === stated.historyRows && removalRows === stated.removalRows;
    });
  }

  /** The numbers of facts after which batches of the line were written, in order. */
  batches(): number[] {
    const { kept } = this.#line();
    return kept.flatMap(({ branch, facts }) => this.#rows.history.batches(branch, facts));
  }

  /** Whether a batch is complete. */
  get isDue(): boolean {
    return this.#unflushed.size >= WRITTEN_TOGETHER;
  }

  /** Adds a GPR that leaves memory. @param isRemoved removed by DELETE, so no longer shown */
  add(uid: number, gpr: KeptGpr, isRemoved: boolean): void {
    this.#unflushed.add(uid, gpr, isRemoved);
  }

  /** Returns a GPR that has left memory and was not removed. @throws StoreError */
  gpr(uid: number, gprId: string): GprView | undefined {
    return this.#reading(gprId, () => {
      const packed = this.#unflushed.find(uid) ?? this.#blockOf(uid).get(uid);
      if (packed === undefined || packed.isRemoved) return undefined;
      const gpr = this.viewOf(unpackGpr(packed.bytes), gprId);
      if (gpr === undefined) throw new Unreadable('the words are not those of a GPR of this world');
      return gpr;
    });
  }

  /**
   * All GPRs of the history, some at each step; also removed ones, and some twice. Between two steps, the file may change.
   * @throws StoreError
   */
  *all(): Generator<StoredGpr[]> {
    for (const [, block] of this.#unflushed.blocks())
      yield block.uids.map((uid) => storedGpr(uid, block.find(uid)!));
    const removed = new Set(this.#removedUids());
    for (const { branch, facts: until } of this.#line().kept) {
      let after = { branch, block: -1, facts: 0 };
      for (;;) {
        const rows = this.#rows.history.rowsAfter(after, until, ROWS_AT_ONCE);
        if (rows.length === 0) break;
        yield rows.flatMap((row) => this.#reading(`of block ${row.block}`, () => gprsIn(row, removed)));
        after = rows[rows.length - 1];
      }
    }
  }

  /** Marks a GPR of the history as removed, even if its bytes are unreadable. @param command number of the DELETE */
  remove(uid: number, command: number): void {
    if (this.#unflushed.find(uid) !== undefined) this.#unflushed.remove(uid);
    else if (!this.#isReadOnly) {
      const { branch } = this.#line();
      const added = this.#rows.removals.add(sealed(removals, { branch, uid, commands: command }));
      this.#counted({ historyRows: 0, removalRows: added });
      this.#blocks.delete(blockOf(uid));
    }
  }

  /** Begins after a restart at a snapshot: GPRs that left memory later will leave it again. */
  begin(snapshot: Base): void {
    this.clear();
    this.#stale = { facts: snapshot.facts, commands: snapshot.commands };
  }

  /** Takes over GPRs that have left memory since the snapshot at which the history begins. */
  adopt(left: UnflushedGprs): void {
    this.#unflushed = left;
  }

  /** Writes the unflushed GPRs, within a transaction. Call `clear` after the commit, or before a reload of the world. */
  write(facts: number): void {
    const { branch } = this.#line();
    if (this.#stale !== undefined) this.#cut(branch, this.#stale);
    let written = 0;
    for (const [block, gprs] of this.#unflushed.blocks()) {
      const row = { branch, block, facts, count: gprs.count, gprs: gprs.pack(this.#packer) };
      if (facts <= this.#needed) written -= this.#rows.history.drop({ branch, block, facts });
      this.#rows.history.write(sealed(history, row));
      written++;
    }
    this.#counted({ historyRows: written, removalRows: 0 });
  }

  #counted(added: Counts): void {
    if (added.historyRows === 0 && added.removalRows === 0) return;
    const { branch, historyRows, removalRows } = this.#branches.row(this.#line().branch);
    this.#branches.change(branch, {
      historyRows: historyRows + added.historyRows,
      removalRows: removalRows + added.removalRows,
    });
  }

  #countsOf(branch: number): Counts {
    return this.#rows.history.counts(branch);
  }

  /** Forgets the written GPRs and the cache. */
  clear(): void {
    this.#unflushed.clear();
    this.#blocks.clear();
    this.#stale = undefined;
  }

  /**
   * Deletes rows written after a snapshot, and later snapshots: they rely on these rows. Counts the rest. Rows that a branch
   * relies on stay: the replay derives the same GPRs once more.
   */
  #cut(branch: number, { facts, commands }: Base): void {
    this.#needed = Math.max(facts, ...this.#branches.descendants(branch).map(({ baseFacts }) => baseFacts));
    this.#rows.history.cutAfter(branch, this.#needed);
    this.#rows.snapshots.cutAfter(branch, facts);
    const { baseFacts, baseCommands } = this.#branches.row(branch);
    this.#branches.change(branch, {
      ...this.#countsOf(branch),
      baseFacts: Math.min(facts, baseFacts),
      baseCommands: Math.min(commands, baseCommands),
    });
  }

  /** The uids of `removals`. */
  #removedUids(): number[] {
    return this.#line().kept.flatMap(({ branch, commands }) =>
      this.#rows.removals.of(branch, 0, Number.MAX_SAFE_INTEGER, commands).map(({ uid }) => uid),
    );
  }

  #blockOf(uid: number): ReadonlyMap<number, PackedGpr> {
    const block = blockOf(uid);
    return cached(this.#blocks, block, BLOCKS_KEPT, () => {
      const { kept } = this.#line();
      const rows = kept.flatMap(({ branch, facts }) => this.#rows.history.block(branch, block, facts));
      const removed = kept.flatMap(({ branch, commands }) =>
        this.#rows.removals.of(branch, endOf(block - 1), endOf(block), commands),
      );
      if (!rows.every((row) => isSealed(history, row)) || !removed.every((row) => isSealed(removals, row)))
        throw new Unreadable('a checksum is wrong');
      const hidden = new Set(removed.map((row) => row.uid));
      const gprs = new Map<number, PackedGpr>();
      for (const row of rows) {
        for (const gpr of unpackBlock(block, row.gprs)) {
          const isRemoved = gpr.isRemoved || hidden.has(gpr.uid);
          gprs.set(gpr.uid, { ...gpr, isRemoved });
        }
      }
      return gprs;
    });
  }

  /** Runs a read of packed bytes. @throws StoreError if the bytes are invalid */
  #reading<T>(gprId: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      throw new Damaged(this.#path, `its history of the GPR ${gprId} cannot be read`);
    }
  }
}

/** @throws Unreadable if the checksum of a row or its bytes are wrong */
function gprsIn(row: HistoryRow, removed: ReadonlySet<number>): StoredGpr[] {
  if (!isSealed(history, row)) throw new Unreadable('a checksum is wrong');
  return unpackBlock(row.block, row.gprs).map((gpr) => ({
    ...storedGpr(gpr.uid, gpr),
    isRemoved: gpr.isRemoved || removed.has(gpr.uid),
  }));
}

function storedGpr(uid: number, { bytes, isRemoved }: PackedGpr): StoredGpr {
  return { uid, kept: unpackGpr(bytes), isRemoved };
}

/** Returns the value of a key, made on a miss. Evicts the oldest entry if the map has `most` entries. */
function cached<T>(map: Map<number, T>, key: number, most: number, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (map.size === most) map.delete(map.keys().next().value!);
  map.set(key, made);
  return made;
}
