// The GPU time that each workspace has used, GPU-ms: the GPUs of its GPRs × the time for which they held them. At each multiple
// of the half-life, counted from instant 0, it is halved and rounded down. Sums of whole GPUs are whole numbers; those
// of shares have fractions. They do not depend on how often they are read, because reading writes nothing. A table is kept only
// while an order in force needs it.

import { grown } from '../base/collections/columns.ts';

export class UsageTable {
  isKept = false;
  /** By workspace: the GPU time used up to the instant `atMs`, and the GPUs held since. */
  used: Float64Array = new Float64Array(0);
  atMs: Float64Array = new Float64Array(0);
  gpus: Float64Array = new Float64Array(0);
  readonly #halfLifeMs: number;

  /** @param halfLifeMs greater than 0 */
  constructor(halfLifeMs: number) {
    this.#halfLifeMs = halfLifeMs;
  }

  /** The GPU time that a workspace has used until `nowMs`. */
  of(workspace: number, nowMs: number): number {
    if (workspace >= this.used.length) return 0;
    const gpus = this.gpus[workspace];
    const halfLifeMs = this.#halfLifeMs;
    let used = this.used[workspace];
    let atMs = this.atMs[workspace];
    for (let end = this.halvedAfter(atMs); end <= nowMs; end += halfLifeMs) {
      const halved = Math.floor((used + gpus * (end - atMs)) / 2);
      const isSteady = halved === used && end - atMs === halfLifeMs;
      used = halved;
      // If a whole half-life changes nothing, the following ones change nothing either.
      atMs = isSteady ? Math.floor(nowMs / halfLifeMs) * halfLifeMs : end;
      if (isSteady) break;
    }
    return used + gpus * (nowMs - atMs);
  }

  /** The first instant after another one at which GPU time is halved. Between two halvings it only grows. */
  halvedAfter(atMs: number): number {
    return (Math.floor(atMs / this.#halfLifeMs) + 1) * this.#halfLifeMs;
  }

  /** A workspace gets GPUs, or loses them. @param more GPUs in whole thousandths, negative if it loses them */
  hold(workspace: number, more: number, nowMs: number): void {
    if (workspace >= this.used.length) this.#grow(workspace + 1);
    this.used[workspace] = this.of(workspace, nowMs);
    this.atMs[workspace] = nowMs;
    // Sums of fractions would not return to 0.
    this.gpus[workspace] = Math.round((this.gpus[workspace] + more) * 1000) / 1000;
  }

  /** Counts from `nowMs` on: nothing has been used, and the workspaces hold the same GPUs. */
  restart(nowMs: number): void {
    this.used.fill(0);
    this.atMs.fill(nowMs);
  }

  #grow(size: number): void {
    const more = Math.max(16, size, this.used.length * 2);
    this.used = grown(this.used, more);
    this.atMs = grown(this.atMs, more);
    this.gpus = grown(this.gpus, more);
  }
}
