// Snapshots of worlds, one per branch.

import { type Saved, SNAPSHOT_VERSION } from '../../../sim/index.ts';
import { packState, unpackState } from '../codecs/packed-state.ts';
import { checksumOf } from '../codecs/row-checksum.ts';
import type { Queries } from './queries.ts';
import type { snapshots } from './schema.ts';

type Row = typeof snapshots.$inferSelect;

const PART_BYTES = 1 << 20;

export interface Snapshot {
  readonly commands: number;
  readonly facts: number;
  readonly state: Saved;
}

export class Snapshots {
  readonly #prepared: Queries;

  constructor(prepared: Queries) {
    this.#prepared = prepared;
  }

  /** Whether another version wrote the snapshot. */
  isForeign(branch: number): boolean {
    const row = this.#prepared.snapshot.get({ branch });
    return row !== undefined && row.version !== SNAPSHOT_VERSION;
  }

  /** Whether this version wrote the snapshot, but cannot read it. */
  isDamaged(branch: number): boolean {
    const row = this.#prepared.snapshot.get({ branch });
    return row?.version === SNAPSHOT_VERSION && this.read(branch) === undefined;
  }

  /** Replaces the snapshot of a branch, unless the new one is too large. Call it within a transaction. */
  write(branch: number, { commands, facts, state }: Snapshot): void {
    const whole = packState(state);
    if (whole === undefined) return;
    const row = { version: SNAPSHOT_VERSION, commands, facts };
    this.#prepared.setSnapshot.run({ branch, ...row, checksum: sumOf(row, [whole]) });
    this.#prepared.dropParts.run({ branch });
    for (let part = 0; part * PART_BYTES < whole.length; part++) {
      const from = part * PART_BYTES;
      this.#prepared.addPart.run({ branch, part, state: whole.subarray(from, from + PART_BYTES) });
    }
  }

  /** Returns the snapshot of a branch; undefined if it is missing, damaged, or of another version. */
  read(branch: number): Snapshot | undefined {
    const row = this.#prepared.snapshot.get({ branch });
    if (row === undefined || row.version !== SNAPSHOT_VERSION) return undefined;
    try {
      const parts = this.#prepared.parts.all({ branch }).map(({ state }) => state);
      if (row.checksum !== sumOf(row, parts)) return undefined;
      return { commands: row.commands, facts: row.facts, state: unpackState(Buffer.concat(parts)) };
    } catch {
      // A snapshot only saves time. Without it, a restart replays the whole journal.
      return undefined;
    }
  }
}

/** The checksum of a snapshot covers its row and its bytes. Their division into parts does not matter. */
export function sumOf(
  { version, commands, facts }: Omit<Row, 'branch' | 'checksum'>,
  parts: readonly Buffer[],
): number {
  return checksumOf(version, commands, facts, ...parts);
}
