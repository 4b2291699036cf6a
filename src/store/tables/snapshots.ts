// Snapshots of worlds. Each branch has several, at even distances of work: a restart or a rewind begins at the nearest one.

import { type Saved, SNAPSHOT_VERSION } from '../../../sim/index.ts';
import { unpackState } from '../codecs/packed-state.ts';
import { checksumOf } from '../codecs/row-checksum.ts';
import { type Line, type Position, reaches } from './line.ts';
import type { Rows, SnapshotRow } from './rows.ts';

export interface Snapshot extends Position {
  readonly facts: number;
  readonly state: Saved;
}

export class Snapshots {
  readonly #rows: Rows['snapshots'];
  /** Bound of the sizes of all snapshots. */
  readonly #bytesMax: number;

  constructor(rows: Rows['snapshots'], bytesMax: number) {
    this.#rows = rows;
    this.#bytesMax = bytesMax;
  }

  /** Whether this version wrote a snapshot of a line, but cannot read it. */
  isDamaged(line: Line): boolean {
    return this.#rowsOf(line).some((row) => this.#isDamaged(row));
  }

  /** Same as `isDamaged`, for the own snapshots of a branch. */
  isOwnDamaged(branch: number): boolean {
    return this.#rows.of(branch).some((row) => this.#isDamaged(row));
  }

  #isDamaged(row: SnapshotRow): boolean {
    return row.version === SNAPSHOT_VERSION && this.#read(row) === undefined;
  }

  /** Drops what writing has left in earlier processes, and a snapshot at this position. Call it within a transaction. */
  clear(branch: number, facts: number): void {
    this.#rows.drop({ branch, facts });
    this.#rows.dropLeftParts();
  }

  /** Writes a part of a snapshot. Parts without their snapshot are not read. */
  writePart(branch: number, facts: number, part: number, state: Buffer): void {
    this.#rows.addPart(branch, facts, part, state);
  }

  /** Adds a snapshot whose parts have been written. It replaces one of a closing. Call it within a transaction. */
  write(
    branch: number,
    position: Omit<Snapshot, 'state'>,
    parts: readonly Buffer[],
    isOfClose: boolean,
  ): void {
    for (const row of this.#rows.of(branch)) if (row.isOfClose) this.#rows.drop(row);
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    const row = { ...position, version: SNAPSHOT_VERSION, isOfClose, bytes };
    this.#rows.add({ branch, ...row, checksum: sumOf(row, parts) });
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
  #rowsOf({ until }: Line): SnapshotRow[] {
    return until.flatMap(({ branch, position }) =>
      this.#rows.of(branch).filter((row) => position === undefined || reaches(row, position)),
    );
  }

  /** Returns a snapshot, undefined if it is damaged or of another version. */
  #read(row: SnapshotRow): Snapshot | undefined {
    if (row.version !== SNAPSHOT_VERSION) return undefined;
    try {
      const parts = this.#rows.parts(row);
      if (row.checksum !== sumOf(row, parts)) return undefined;
      const { nowMs, round, isOpen, commands, facts } = row;
      return { nowMs, round, isOpen, commands, facts, state: unpackState(parts) };
    } catch {
      // A snapshot only saves time. Without it, a restart replays more of the journal.
      return undefined;
    }
  }

  /** Drops every second snapshot, the oldest first, until the rest is small enough. */
  #thin(): void {
    let left = this.#rows.sizes();
    let bytes = left.reduce((sum, row) => sum + row.bytes, 0);
    while (bytes > this.#bytesMax && left.length > 1) {
      const dropped = new Set<(typeof left)[number]>();
      for (let i = 0; i < left.length - 1 && bytes > this.#bytesMax; i += 2) {
        dropped.add(left[i]);
        bytes -= left[i].bytes;
        this.#rows.drop(left[i]);
      }
      left = left.filter((row) => !dropped.has(row));
    }
  }
}

/** The checksum of a snapshot covers its row and its bytes. Their division into parts does not matter. */
export function sumOf(row: Omit<SnapshotRow, 'branch' | 'checksum'>, parts: readonly Buffer[]): number {
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
