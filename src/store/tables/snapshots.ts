// Snapshots of worlds. Each branch has several, at even distances of work: a restart or a rewind begins at the nearest one.

import { type Saved, SNAPSHOT_VERSION } from '../../../sim/index.ts';
import { unpackState } from '../codecs/packed-state.ts';
import { checksumOf } from '../codecs/row-checksum.ts';
import { type Line, type Position, reaches } from './line.ts';
import type { Queries } from './queries.ts';
import type { snapshots } from './schema.ts';

type Row = typeof snapshots.$inferSelect;

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

  /** Drops what writing has left in earlier processes, and a snapshot at this position. Call it within a transaction. */
  clear(branch: number, facts: number): void {
    this.#drop({ branch, facts });
    this.#prepared.dropLeftParts.run();
  }

  /** Writes a part of a snapshot. Parts without their snapshot are not read. */
  writePart(branch: number, facts: number, part: number, state: Buffer): void {
    this.#prepared.addPart.run({ branch, facts, part, state });
  }

  /** Adds a snapshot whose parts have been written. It replaces one of a closing. Call it within a transaction. */
  write(
    branch: number,
    position: Omit<Snapshot, 'state'>,
    parts: readonly Buffer[],
    isOfClose: boolean,
  ): void {
    for (const row of this.#prepared.snapshots.all({ branch })) if (row.isOfClose) this.#drop(row);
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    const row = { ...position, version: SNAPSHOT_VERSION, isOfClose, bytes };
    this.#prepared.setSnapshot.run({
      branch,
      ...row,
      isOpen: row.isOpen ? 1 : 0,
      isOfClose: isOfClose ? 1 : 0,
      checksum: sumOf(row, parts),
    });
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
      return { nowMs, round, isOpen, commands, facts, state: unpackState(parts) };
    } catch {
      // A snapshot only saves time. Without it, a restart replays more of the journal.
      return undefined;
    }
  }

  #drop({ branch, facts }: Pick<Row, 'branch' | 'facts'>): void {
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
        this.#drop(left[i]);
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
