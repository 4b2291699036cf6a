// GPRs that have left memory and have not come to the file: as bytes from the start, since there are thousands of them.

import type { KeptGpr } from '../../sim/index.ts';
import { packGpr } from './kept-gpr.ts';
import { Packer } from './packed.ts';
import { type PackedGpr, packStretch, stretchOf } from './stretch.ts';

/** Those of a stretch, as its row has them. */
export interface YoungStretch {
  readonly stretch: number;
  readonly count: number;
  readonly gprs: Buffer;
}

export class Young {
  readonly #packer = new Packer();
  #uids: number[] = [];
  /** Where the bytes of each end, and those of the next begin. */
  #ends: number[] = [];
  readonly #removed = new Set<number>();
  /** uid → its place; made when somebody asks. */
  #places: Map<number, number> | undefined;

  get size(): number {
    return this.#uids.length;
  }

  add(uid: number, gpr: KeptGpr, isRemoved: boolean): void {
    packGpr(this.#packer, gpr);
    this.#places?.set(uid, this.#uids.length);
    this.#uids.push(uid);
    this.#ends.push(this.#packer.length);
    if (isRemoved) this.#removed.add(uid);
  }

  /** Good until another one comes. */
  find(uid: number): PackedGpr | undefined {
    this.#places ??= new Map(this.#uids.map((known, place) => [known, place]));
    const place = this.#places.get(uid);
    return place === undefined ? undefined : this.#packedAt(place);
  }

  /** Marks one that is there as removed. */
  remove(uid: number): void {
    this.#removed.add(uid);
  }

  /** All of them, by stretches. */
  *stretches(): Generator<YoungStretch> {
    const places = new Map<number, number[]>();
    for (let place = 0; place < this.#uids.length; place++) {
      const stretch = stretchOf(this.#uids[place]);
      const ofStretch = places.get(stretch);
      if (ofStretch === undefined) places.set(stretch, [place]);
      else ofStretch.push(place);
    }
    for (const stretch of [...places.keys()].sort((a, b) => a - b)) {
      const gprs = places.get(stretch)!.map((place) => this.#packedAt(place));
      yield { stretch, count: gprs.length, gprs: packStretch(gprs) };
    }
  }

  clear(): void {
    this.#packer.clear();
    this.#uids = [];
    this.#ends = [];
    this.#removed.clear();
    this.#places = undefined;
  }

  #packedAt(place: number): PackedGpr {
    const uid = this.#uids[place];
    const from = place === 0 ? 0 : this.#ends[place - 1];
    const bytes = this.#packer.written(from, this.#ends[place]);
    return { uid, isRemoved: this.#removed.has(uid), bytes };
  }
}
