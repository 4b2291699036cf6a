// Snapshots of worlds. Each branch has several, at even distances of work: a restart or a rewind begins at the nearest one.

import { type Saved, SNAPSHOT_VERSION } from '../../../sim/index.ts';
import { packState, unpackState } from '../codecs/packed-state.ts';
import { checksumOf } from '../codecs/row-checksum.ts';
import { type Line, type Position, reaches } from './line.ts';
import type { Queries } from './queries.ts';
import type { snapshots } from './schema.ts';

type Row = typeof snapshots.$inferSelect;

const PART_BYTES = 1 << 20;

export interface Snapshot extends Position {
  readonly facts: number;
  readonly state: Saved;
}

export class Snapshots {
  readonly #prepared: Queries;
  /** Bound of the sizes of all snapshots. */
  readonly #bytesMax: number;

  constructor(prepared: Queries, bytesMax: number) {
    this.#prepared = prepared;
    this.#bytesMax = bytesMax;
  }

  /** Whether the last snapshot of a line is of another version. */
  isForeign(line: Line): boolean {
    const last = this.#rowsOf(line).at(-1);
    return last !== undefined && last.version !== SNAPSHOT_VERSION;
  }

  /** Whether this version wrote a snapshot of a line, but cannot read it. */
  isDamaged(line: Line): boolean {
    return this.#rowsOf(line).some((row) => this.#isDamaged(row));
  }

  /** Same as `isDamaged`, for the own snapshots of a branch. */
  isOwnDamaged(branch: number): boolean {
    return this.#prepared.snapshots.all({ branch }).some((row) => this.#isDamaged(row));
  }

  #isDamaged(row: Row): boolean {
    return row.version === SNAPSHOT_VERSION && this.#read(row) === undefined;
  }

  /**
   * Adds a snapshot to a branch, unless it is too large. It replaces one of a closing. Call it within a transaction.
   * @param isOfClose whether it is made at the closing of the file
   */
  write(branch: number, { state, ...position }: Snapshot, isOfClose: boolean): void {
    const whole = packState(state);
    if (whole === undefined) return;
    for (const row of this.#prepared.snapshots.all({ branch }))
      if (row.isOfClose || row.facts === position.facts) this.#drop(row);
    const row = { ...position, version: SNAPSHOT_VERSION, isOfClose, bytes: whole.length };
    this.#prepared.setSnapshot.run({
      branch,
      ...row,
      isOpen: row.isOpen ? 1 : 0,
      isOfClose: isOfClose ? 1 : 0,
      checksum: sumOf(row, [whole]),
    });
    for (let part = 0; part * PART_BYTES < whole.length; part++) {
      const from = part * PART_BYTES;
      const state = whole.subarray(from, from + PART_BYTES);
      this.#prepared.addPart.run({ branch, facts: row.facts, part, state });
    }
    this.#thin();
  }

  /** Returns the last snapshot of a line up to a position; undefined if there is none that this version can read. */
  nearest(line: Line, until: Position): Snapshot | undefined {
    for (const row of this.#rowsOf(line).toReversed()) {
      const snapshot = reaches(row, until) ? this.#read(row) : undefined;
      if (snapshot !== undefined) return snapshot;
    }
    return undefined;
  }

  nearestFacts(line: Line, until: Position): number | undefined {
    return this.#rowsOf(line).findLast((row) => reaches(row, until))?.facts;
  }

  /** The snapshots that a line may use, in order. */
  #rowsOf({ until }: Line): Row[] {
    return until.flatMap(({ branch, position }) =>
      this.#prepared.snapshots
        .all({ branch })
        .filter((row) => position === undefined || reaches(row, position)),
    );
  }

  /** Returns a snapshot, undefined if it is damaged or of another version. */
  #read(row: Row): Snapshot | undefined {
    if (row.version !== SNAPSHOT_VERSION) return undefined;
    try {
      const parts = this.#prepared.parts.all(row).map(({ state }) => state);
      if (row.checksum !== sumOf(row, parts)) return undefined;
      const { nowMs, round, isOpen, commands, facts } = row;
      return { nowMs, round, isOpen, commands, facts, state: unpackState(Buffer.concat(parts)) };
    } catch {
      // A snapshot only saves time. Without it, a restart replays more of the journal.
      return undefined;
    }
  }

  #drop({ branch, facts }: Row): void {
    this.#prepared.dropSnapshot.run({ branch, facts });
    this.#prepared.dropParts.run({ branch, facts });
  }

  /** Drops every second snapshot, the oldest first, until the rest is small enough. */
  #thin(): void {
    let left = this.#prepared.allSnapshots.all() as Pick<Row, 'branch' | 'facts' | 'bytes'>[];
    let bytes = left.reduce((sum, row) => sum + row.bytes, 0);
    while (bytes > this.#bytesMax && left.length > 1) {
      const dropped = new Set<(typeof left)[number]>();
      for (let i = 0; i < left.length - 1 && bytes > this.#bytesMax; i += 2) {
        dropped.add(left[i]);
        bytes -= left[i].bytes;
        this.#drop(left[i] as Row);
      }
      left = left.filter((row) => !dropped.has(row));
    }
  }
}

/** The checksum of a snapshot covers its row and its bytes. Their division into parts does not matter. */
export function sumOf(row: Omit<Row, 'branch' | 'checksum'>, parts: readonly Buffer[]): number {
  const { nowMs, round, isOpen, commands, facts, version, isOfClose, bytes } = row;
  return checksumOf(
    nowMs,
    round,
    isOpen ? 1 : 0,
    commands,
    facts,
    version,
    isOfClose ? 1 : 0,
    bytes,
    ...parts,
  );
}
