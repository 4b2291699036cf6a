// How much is done before the event loop gets a turn: as many events as take a bearable while. Some worlds handle a
// million a second and others, which forecast often, a thousand.

/** Wall time that a slice should take. */
export const SLICE_MS = 20;
const EVENTS_MIN = 8;
const EVENTS_MAX = 20_000;

export class Slice {
  /** Events that the next slice may have. */
  events = 64;

  /** Learns from a slice that used up its events. */
  took(wallMs: number): void {
    if (wallMs > SLICE_MS) this.events = Math.max(EVENTS_MIN, Math.floor(this.events / 2));
    else if (wallMs < SLICE_MS / 2) this.events = Math.min(EVENTS_MAX, this.events * 2);
  }
}
