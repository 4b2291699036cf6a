// One file on a disk with a volatile cache: its content in the cache, and the contents that a power cut may leave.

import type { Random } from './random.ts';

export const SECTOR = 512;
const PAGE = 4096;

/** Which unsynced changes survive a power cut. */
export type Luck = 'none' | 'all' | 'few' | 'half' | 'most' | 'last' | 'torn';
export const LUCKS: readonly Luck[] = ['none', 'all', 'few', 'half', 'most', 'last', 'torn'];
const PERCENT: Readonly<Record<Luck, number>> = {
  none: 0,
  all: 100,
  few: 15,
  half: 50,
  most: 85,
  last: 0,
  torn: 50,
};
/** Number of last changes that survive with the luck 'last'. */
const LAST = 3;

/** A change since the last sync. A write holds whole sectors, with the content that the cache had after it. */
type Change =
  | { readonly kind: 'write'; readonly at: number; readonly sectors: Buffer; readonly end: number }
  | { readonly kind: 'truncate'; readonly size: number; readonly isShorter: boolean };

export class DiskFile {
  #cache: Buffer;
  #cacheSize: number;
  #durable: Buffer;
  #durableSize: number;
  #changes: Change[] = [];
  /** Pages of a failed sync, as they were in the cache: each may be on the disk or not, and no later sync writes it. */
  readonly #lost: Map<number, Buffer> = new Map();

  constructor(content: Buffer = Buffer.alloc(0)) {
    this.#cacheSize = this.#durableSize = content.length;
    this.#cache = Buffer.from(content);
    this.#durable = Buffer.from(content);
  }

  get content(): Buffer {
    return this.#cache.subarray(0, this.#cacheSize);
  }

  write(at: number, bytes: Buffer): void {
    const end = at + bytes.length;
    const from = floorTo(at, SECTOR);
    const to = floorTo(end + SECTOR - 1, SECTOR);
    this.#cache = grown(this.#cache, floorTo(end + PAGE - 1, PAGE));
    bytes.copy(this.#cache, at);
    this.#cacheSize = Math.max(this.#cacheSize, end);
    this.#changes.push({
      kind: 'write',
      at: from,
      sectors: Buffer.from(this.#cache.subarray(from, to)),
      end,
    });
  }

  truncate(size: number): void {
    this.#changes.push({ kind: 'truncate', size, isShorter: size < this.#cacheSize });
    this.#cache = grown(this.#cache, size);
    this.#cache.fill(0, size);
    this.#cacheSize = size;
  }

  /** Makes the changes since the last sync durable. A sync writes whole pages of the cache. */
  sync(): void {
    this.#durable = grown(this.#durable, this.#cache.length);
    if (this.#changes.some(({ kind }) => kind === 'truncate')) {
      this.#durable.fill(
        0,
        Math.min(...this.#changes.map((one) => (one.kind === 'write' ? Infinity : one.size))),
      );
    }
    for (const page of this.#changedPages()) {
      this.#cache.copy(this.#durable, page, page, page + PAGE);
      this.#lost.delete(page);
    }
    this.#durableSize = this.#cacheSize;
    this.#changes = [];
  }

  /** Linux marks the pages of a failed sync as clean. The sizes of truncations are metadata, and a later sync writes them. */
  failSync(): void {
    for (const page of this.#changedPages()) {
      this.#cache = grown(this.#cache, page + PAGE);
      this.#lost.set(page, Buffer.from(this.#cache.subarray(page, page + PAGE)));
    }
    this.#changes = this.#changes.filter(({ kind }) => kind === 'truncate');
    this.#changes.push({ kind: 'truncate', size: this.#cacheSize, isShorter: false });
  }

  /** Returns what a power cut leaves. */
  cut(luck: Luck, random: Random): Buffer {
    let image: Buffer = Buffer.from(this.#durable);
    let size = this.#durableSize;
    for (const [page, content] of this.#lost) {
      if (!random.chance(50)) continue;
      image = grown(image, page + PAGE);
      content.copy(image, page);
    }
    const survives = (i: number) =>
      random.chance(PERCENT[luck]) || (luck === 'last' && i >= this.#changes.length - LAST);
    /** Sectors from here on belong to a truncation that did not survive; no later write to them survives either. */
    let limit = Infinity;
    for (const [i, change] of this.#changes.entries()) {
      const isWhole = survives(i);
      if (change.kind === 'truncate') {
        if (!change.isShorter) {
          if (isWhole && limit === Infinity) size = Math.max(size, change.size);
        } else if (!isWhole || limit < Infinity) {
          limit = Math.min(limit, change.size);
        } else {
          size = change.size;
          image.fill(0, size);
        }
        continue;
      }
      for (let at = 0; at < change.sectors.length; at += SECTOR) {
        const from = change.at + at;
        if (from >= limit || !(luck === 'torn' ? random.chance(50) : isWhole)) continue;
        image = grown(image, from + SECTOR);
        change.sectors.copy(image, from, at, at + SECTOR);
        size = Math.max(size, Math.min(change.end, from + SECTOR));
      }
    }
    // The size may be on the disk without the data: the file then ends with zeros.
    if (limit === Infinity && size < this.#cacheSize && luck !== 'none' && random.chance(20))
      size = this.#cacheSize;
    return grown(image, size).subarray(0, size);
  }

  #changedPages(): Set<number> {
    const pages = new Set<number>();
    for (const change of this.#changes) {
      if (change.kind !== 'write') continue;
      for (let page = floorTo(change.at, PAGE); page < change.end; page += PAGE) pages.add(page);
    }
    return pages;
  }
}

function floorTo(number: number, unit: number): number {
  return number - (number % unit);
}

/** Returns the buffer, or a larger copy that is filled with zeros. */
function grown(buffer: Buffer, size: number): Buffer {
  if (size <= buffer.length) return buffer;
  const larger = Buffer.alloc(Math.max(floorTo(size + PAGE - 1, PAGE), 2 * buffer.length));
  buffer.copy(larger);
  return larger;
}
