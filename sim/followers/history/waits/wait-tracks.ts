// Tracks: how a reason changed over time. All heads of a pool that have the same demand and from which the first head withholds
// the same share a track, so that a change for all of them is one entry.

import { firstFrom } from '../../../base/collections/columns.ts';
import type { Withheld } from '../../../kernel/queue/queue-policy.ts';
import { WaitReason } from '../../../kernel/queue/wait-reason.ts';

interface Track {
  readonly pool: number;
  readonly demand: number;
  readonly withheld: Withheld;
  /** Number of heads on the track. Without heads, it is not kept up to date. */
  heads: number;
  /** Instants of changes, ascending, and the reason from each on. */
  readonly atMs: number[];
  readonly reason: number[];
}

/** The track of heads behind one that withholds the whole pool: their reason never changes. */
const BEHIND = 0;

export class WaitTracks {
  readonly #tracks: Track[] = [
    { pool: -1, demand: -1, withheld: 'pool', heads: 0, atMs: [-Infinity], reason: [WaitReason.head] },
  ];
  /** Pool → demand → tracks, by what is withheld. */
  readonly #ofPool: Map<number, { gpus: number; none: number }>[] = [];
  /** Pool → tracks with heads. */
  readonly #inUse: Set<number>[] = [];

  of(pool: number, demand: number, withheld: Withheld): number {
    if (withheld === 'pool') return BEHIND;
    this.#ofPool[pool] ??= new Map();
    const known = this.#ofPool[pool].get(demand) ?? { gpus: -1, none: -1 };
    this.#ofPool[pool].set(demand, known);
    if (known[withheld] < 0)
      known[withheld] = this.#tracks.push({ pool, demand, withheld, heads: 0, atMs: [], reason: [] }) - 1;
    return known[withheld];
  }

  /** @param more 1 or −1 */
  count(track: number, more: number): void {
    if (track === BEHIND) return;
    const known = this.#tracks[track];
    known.heads += more;
    this.#inUse[known.pool] ??= new Set();
    if (known.heads > 0) this.#inUse[known.pool].add(track);
    else this.#inUse[known.pool].delete(track);
  }

  /** Updates the tracks of a pool that have heads. */
  update(pool: number, atMs: number, reasonOf: (demand: number, withheld: Withheld) => number): void {
    for (const track of this.#inUse[pool] ?? []) {
      const { demand, withheld, atMs: instants, reason } = this.#tracks[track];
      const now = reasonOf(demand, withheld);
      if (instants.at(-1) === atMs) reason[reason.length - 1] = now;
      else if (reason.at(-1) !== now) {
        instants.push(atMs);
        reason.push(now);
      }
    }
  }

  /** The reason on a track at an instant, and when the next change follows (Infinity = none). */
  at(track: number, atMs: number): { readonly reason: number; readonly untilMs: number } {
    const { atMs: instants, reason } = this.#tracks[track];
    const next = firstFrom(instants, instants.length, atMs + 1);
    return { reason: reason[next - 1], untilMs: instants[next] ?? Infinity };
  }
}
