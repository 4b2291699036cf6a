// Converts instants between ISO 8601 UTC, used on the wire, and milliseconds since the scenario's start.

import type { Parsed } from '../parsed.ts';
import { clip } from '../text/clip.ts';

const isoInstant = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/;
const minuteMs = 60_000;
/** The largest number of cached ISO texts. */
const cachedMax = 256;

export class Timeline {
  /** The scenario's start, ms since 1970. */
  readonly #startMs: number;
  readonly #written: Map<number, string> = new Map();

  /** `start`: the scenario's start as ISO 8601 with a zone. */
  constructor(start: string) {
    const parsed = parseTimestamp(start);
    if (!parsed.ok) throw new Error(`the scenario's start ${parsed.why}`);
    this.#startMs = parsed.value;
  }

  /** ISO 8601 UTC with milliseconds. `ms` since the scenario's start. */
  iso(ms: number): string {
    const known = this.#written.get(ms);
    if (known !== undefined) return known;
    const iso = new Date(this.#startMs + ms).toISOString();
    // Answers repeat few instants, so a cleared cache refills quickly.
    if (this.#written.size >= cachedMax) this.#written.clear();
    this.#written.set(ms, iso);
    return iso;
  }

  /** Like `iso`; the empty text for null. */
  isoOrEmpty(ms: number | null): string {
    return ms === null ? '' : this.iso(ms);
  }

  /** Like `iso`; null for null. */
  isoOrNull(ms: number | null): string | null {
    return ms === null ? null : this.iso(ms);
  }

  /** Milliseconds since 1970, for records that carry seconds. */
  epochMs(ms: number): number {
    return this.#startMs + ms;
  }

  /** Milliseconds since the scenario's start; negative before it. */
  parse(text: string): Parsed<number> {
    const parsed = parseTimestamp(text);
    return parsed.ok ? { ok: true, value: parsed.value - this.#startMs } : parsed;
  }
}

/** Parses an ISO 8601 instant with a zone (`Z` or an offset) as ms since 1970. */
export function parseTimestamp(text: string): Parsed<number> {
  const match = isoInstant.exec(text);
  const ms = match ? Date.parse(text) : Number.NaN;
  // Date.parse reads 30 February as 2 March, so the parsed day is compared with the text.
  if (!match || Number.isNaN(ms) || localDay(ms, match[3]!) !== match[1]) {
    return {
      ok: false,
      why: `must be an ISO 8601 instant such as 2026-01-05T08:00:00Z, but is "${clip(text)}"`,
    };
  }
  return { ok: true, value: ms };
}

/** The calendar day, YYYY-MM-DD, of `ms` since 1970 at the offset `zone`. */
function localDay(ms: number, zone: string): string {
  const sign = zone.startsWith('-') ? -1 : 1;
  const offsetMs =
    zone === 'Z' ? 0 : sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))) * minuteMs;
  return new Date(ms + offsetMs).toISOString().slice(0, 10);
}
