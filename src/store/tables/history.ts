// The history: GPRs that have left memory. They are written to the file in batches. After a crash, the replay derives the
// unflushed GPRs again.

import type { GprView, KeptGpr } from '../../../sim/index.ts';
import { unpackGpr } from '../codecs/kept-gpr.ts';
import { Packer, Unreadable } from '../codecs/packed.ts';
import { isSealed, sealed } from '../codecs/row-checksum.ts';
import { blockOf, endOf, type PackedGpr, unpackBlock } from '../codecs/uid-block.ts';
import { explained, type OpenDatabase, reading } from '../opening/database.ts';
import { Damaged } from '../store-error.ts';
import { prepareHistory } from './queries.ts';
import { history, removals } from './schema.ts';
import type { Settings } from './settings.ts';
import { UnflushedGprs } from './unflushed-gprs.ts';

/** Batch size: writing this many GPRs takes about one slice of time. */
const WRITTEN_TOGETHER = 16_384;

/** Size of the cache of uid blocks: readers of many GPRs mostly read GPRs of about the same age. */
const BLOCKS_KEPT = 512;

interface Counts {
  readonly historyRows: number;
  readonly removalRows: number;
}

/** Builds the view of a GPR from its kept words; returns undefined if the words are not those of a GPR. */
type ViewOf = (kept: KeptGpr, gprId: string) => GprView | undefined;

export class History {
  readonly #path: string;
  readonly #branch: () => number;
  readonly #isReadOnly: boolean;
  readonly #prepared: ReturnType<typeof prepareHistory>;
  readonly #settings: Settings;
  readonly #unflushed: UnflushedGprs = new UnflushedGprs();
  readonly #packer = new Packer();
  /** Number of facts: rows written after it are derived and written again. */
  #stale: number | undefined;
  /** Blocks read from the file, each with its GPRs by uid. */
  readonly #blocks: Map<number, ReadonlyMap<number, PackedGpr>> = new Map();
  /** Set by the owner of the world before the first read of a GPR. */
  viewOf: ViewOf = () => undefined;

  constructor(path: string, database: OpenDatabase, settings: Settings, branch: () => number) {
    this.#path = path;
    this.#branch = branch;
    this.#isReadOnly = database.isReadOnly;
    this.#prepared = prepareHistory(database);
    this.#settings = settings;
  }

  /** Whether no row is missing: its GPRs would seem unknown, or a removed GPR would be back. */
  get isWhole(): boolean {
    const { historyRows, removalRows } = this.#rows();
    return (
      historyRows === this.#settings.number('historyRows', 0) &&
      removalRows === this.#settings.number('removalRows', 0)
    );
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

  /** Marks a GPR of the history as removed, even if its bytes are unreadable. */
  remove(uid: number): void {
    if (this.#unflushed.find(uid) !== undefined) this.#unflushed.remove(uid);
    else if (!this.#isReadOnly) {
      const { changes } = this.#prepared.remove.run(sealed(removals, { branch: this.#branch(), uid }));
      this.#counted('removalRows', changes);
      this.#blocks.delete(blockOf(uid));
    }
  }

  /** Begins after a restart at `facts` facts: GPRs that left memory later will leave it again. */
  begin(facts: number): void {
    this.clear();
    this.#stale = facts;
  }

  /** Writes the unflushed GPRs, within a transaction. Call `clear` after the commit, or before a reload of the world. */
  write(facts: number): void {
    const branch = this.#branch();
    if (this.#stale !== undefined) this.#cut(branch, this.#stale);
    let written = 0;
    for (const [block, gprs] of this.#unflushed.blocks()) {
      const row = { branch, block, facts, count: gprs.count, gprs: gprs.pack(this.#packer) };
      written += this.#prepared.write.run(sealed(history, row)).changes;
    }
    this.#counted('historyRows', written);
  }

  #counted(setting: 'historyRows' | 'removalRows', change: number): void {
    if (change !== 0) this.#settings.set(setting, String(this.#settings.number(setting, 0) + change));
  }

  #rows(): Counts {
    const branch = this.#branch();
    return reading(this.#path, () => this.#prepared.counts.get(branch, branch) as Counts);
  }

  /** For a file that is only read: forgets the unflushed GPRs that the file holds, so that a long replay needs little memory. */
  forgetStored(): void {
    if (!this.isWhole) return;
    this.#unflushed.forget((uid) => {
      try {
        return this.#blockOf(uid).has(uid);
      } catch (error) {
        if (error instanceof Unreadable) return false;
        throw error;
      }
    });
  }

  /** Forgets the written GPRs and the cache. */
  clear(): void {
    this.#unflushed.clear();
    this.#blocks.clear();
    this.#stale = undefined;
  }

  /** Deletes rows written after `facts` facts, and a later snapshot: it relies on these rows. Counts the rest. */
  #cut(branch: number, facts: number): void {
    this.#prepared.cut.run({ branch, facts });
    this.#prepared.cutSnapshot.run({ branch, facts });
    const { historyRows, removalRows } = this.#rows();
    this.#settings.set('historyRows', String(historyRows));
    this.#settings.set('removalRows', String(removalRows));
  }

  #blockOf(uid: number): ReadonlyMap<number, PackedGpr> {
    const block = blockOf(uid);
    return cached(this.#blocks, block, BLOCKS_KEPT, () => {
      const branch = this.#branch();
      const rows = this.#prepared.block.all({ branch, block });
      const removed = this.#prepared.removed.all({ branch, from: endOf(block - 1), to: endOf(block) });
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
      if (!(error instanceof Unreadable)) throw explained(error, this.#path, 'read');
      throw new Damaged(this.#path, `its history of the GPR ${gprId} cannot be read`);
    }
  }
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
