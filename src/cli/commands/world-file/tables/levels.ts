// The table `levels`: how many GPRs of a cluster are queued and provisioned, and how many GPUs are allocated and up, from one
// change to the next.

import type { Inserts } from './inserts.ts';

export interface Level {
  queued: number;
  provisioned: number;
  allocatedGpus: number;
  /** Thousandths of GPUs. */
  allocatedMilli: number;
  upGpus: number;
}

const NONE: Readonly<Level> = { queued: 0, provisioned: 0, allocatedGpus: 0, allocatedMilli: 0, upGpus: 0 };
const MEMBERS = Object.keys(NONE) as (keyof Level)[];

interface ClusterLevel {
  readonly name: string;
  /** The level of the row that begins at `fromMs`. */
  written: Readonly<Level>;
  fromMs: number;
  /** The level since `changedAtMs`, the instant of the last change. */
  readonly now: Level;
  changedAtMs: number;
}

export class Levels {
  readonly #rows: Inserts;
  readonly #clusters: readonly ClusterLevel[];

  constructor(rows: Inserts, clusters: readonly string[]) {
    this.#rows = rows;
    this.#clusters = clusters.map((name) => ({
      name,
      written: NONE,
      fromMs: 0,
      now: { ...NONE },
      changedAtMs: 0,
    }));
  }

  /** The level of a cluster, for a change at an instant. */
  at(cluster: number, atMs: number): Level {
    const level = this.#clusters[cluster];
    if (level.changedAtMs !== atMs) {
      this.#settle(level);
      level.changedAtMs = atMs;
    }
    return level.now;
  }

  /** Writes the last row of each cluster. */
  end(atMs: number): void {
    for (const level of this.#clusters) {
      this.#settle(level);
      this.#write(level, atMs);
    }
  }

  /** Ends a row if the changes of an instant have changed the level. */
  #settle(level: ClusterLevel): void {
    const { written, now, changedAtMs } = level;
    if (MEMBERS.every((member) => written[member] === now[member])) return;
    if (changedAtMs > level.fromMs) this.#write(level, changedAtMs);
    level.fromMs = changedAtMs;
    level.written = { ...now };
  }

  #write({ name, fromMs, written }: ClusterLevel, untilMs: number): void {
    const { queued, provisioned, allocatedGpus, allocatedMilli, upGpus } = written;
    this.#rows.add(fromMs, name, untilMs, queued, provisioned, allocatedGpus, allocatedMilli, upGpus);
  }
}
