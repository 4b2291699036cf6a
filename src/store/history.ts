// GPRs that have left memory. They come to the file many at a time: what has left since the last snapshot would be derived
// again, with everything else, and is kept here until it is worth a writing.

import type { GprView, KeptGpr } from '../../sim/index.ts';
import { explained, type OpenDatabase } from './database.ts';
import { unpackGpr } from './kept-gpr.ts';
import { Unreadable } from './packed.ts';
import { prepareHistory } from './queries.ts';
import { StoreError } from './store-error.ts';
import { blockOf, endOf, type PackedGpr, unpackBlock } from './uid-block.ts';
import { UnflushedGprs } from './unflushed.ts';

/** So many GPRs are written together: that takes about a slice of time. */
const WRITTEN_TOGETHER = 16_384;

/** Stretches that stay here once they were read: who asks for many GPRs asks for those of about an age. */
const BLOCKS_KEPT = 512;

/** Makes the view of a GPR from what was kept of it; undefined if no GPR has such words. */
type ViewOf = (kept: KeptGpr, gprId: string) => GprView | undefined;

export class History {
  readonly #path: string;
  readonly #branch: () => number;
  readonly #isReadOnly: boolean;
  readonly #prepared: ReturnType<typeof prepareHistory>;
  readonly #unflushed: UnflushedGprs = new UnflushedGprs();
  /** What was written when there were more facts than so many is derived again, and will be written again. */
  #stale: number | undefined;
  /** What was read of the file: by stretch its GPRs by identity. */
  readonly #blocks: Map<number, ReadonlyMap<number, PackedGpr>> = new Map();
  /** Of the world whose file this is. Set it before the first look at a GPR. */
  viewOf: ViewOf = () => undefined;

  constructor(path: string, database: OpenDatabase, branch: () => number) {
    this.#path = path;
    this.#branch = branch;
    this.#isReadOnly = database.isReadOnly;
    this.#prepared = prepareHistory(database);
  }

  /** Enough has come together to be written. */
  get isDue(): boolean {
    return this.#unflushed.size >= WRITTEN_TOGETHER;
  }

  /** Takes a GPR that leaves memory. @param isRemoved by DELETE, so that it is no longer shown */
  add(uid: number, gpr: KeptGpr, isRemoved: boolean): void {
    this.#unflushed.add(uid, gpr, isRemoved);
  }

  /** A GPR that has left memory and was not removed. @throws StoreError */
  gpr(uid: number, gprId: string): GprView | undefined {
    return this.#reading(gprId, () => {
      const packed = this.#unflushed.find(uid) ?? this.#blockOf(uid).get(uid);
      if (packed === undefined || packed.isRemoved) return undefined;
      const gpr = this.viewOf(unpackGpr(packed.bytes), gprId);
      if (gpr === undefined) throw new Unreadable('no GPR of this world has such words');
      return gpr;
    });
  }

  /** A GPR that has left memory, and is here, is removed. What is kept of it need not be readable for that. */
  remove(uid: number): void {
    if (this.#unflushed.find(uid) !== undefined) this.#unflushed.remove(uid);
    else if (!this.#isReadOnly) {
      this.#prepared.remove.run({ branch: this.#branch(), uid });
      this.#blocks.delete(blockOf(uid));
    }
  }

  /** The world is taken up where there were so many facts: what left memory later will do so again. */
  begin(facts: number): void {
    this.clear();
    this.#stale = facts;
  }

  /**
   * Writes what has come together when there are so many facts, within a transaction. `clear` is for when it is committed,
   * or at once by whoever takes the world up anew if the commit fails: then all of it is derived again.
   */
  write(facts: number): void {
    const branch = this.#branch();
    if (this.#stale !== undefined) this.#cut(branch, this.#stale);
    for (const [stretch, gprs] of this.#unflushed.blocks()) {
      this.#prepared.write.run({ branch, stretch, facts, count: gprs.count, gprs: gprs.pack() });
    }
  }

  /** What had come together is in the file, or on its way there. */
  clear(): void {
    this.#unflushed.clear();
    this.#blocks.clear();
    this.#stale = undefined;
  }

  /** A snapshot from later cannot be gone on from: it would count on what goes with it. */
  #cut(branch: number, facts: number): void {
    this.#prepared.cut.run({ branch, facts });
    this.#prepared.cutSnapshot.run({ branch, facts });
  }

  #blockOf(uid: number): ReadonlyMap<number, PackedGpr> {
    const stretch = blockOf(uid);
    return kept(this.#blocks, stretch, BLOCKS_KEPT, () => {
      const branch = this.#branch();
      const rows = this.#prepared.stretch.all({ branch, stretch });
      const removed = this.#prepared.removed.all({ branch, from: endOf(stretch - 1), to: endOf(stretch) });
      const removals = new Set(removed.map((row) => row.uid));
      const gprs = new Map<number, PackedGpr>();
      for (const row of rows) {
        for (const gpr of unpackBlock(stretch, row.gprs)) {
          const isRemoved = gpr.isRemoved || removals.has(gpr.uid);
          gprs.set(gpr.uid, { ...gpr, isRemoved });
        }
      }
      return gprs;
    });
  }

  /** Reads what is packed. @throws StoreError when it is not what it should be */
  #reading<T>(gprId: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw explained(error, this.#path, 'read');
      throw new StoreError(
        `${this.#path}: what it keeps of the GPR ${gprId} cannot be read; the file is damaged`,
      );
    }
  }
}

/** What a map has, or gets now; of more than so many the one that came first goes. */
function kept<T>(map: Map<number, T>, key: number, most: number, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (map.size === most) map.delete(map.keys().next().value!);
  map.set(key, made);
  return made;
}
