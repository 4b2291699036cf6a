// Offsets of time zones from UTC, from the data of Node.

import type { Zones } from '../../sim/index.ts';

/** No zone changes its offset between these steps. */
const STEP_MS = 15 * 60_000;
const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

export const zones: Zones = (timeZone) => {
  const known = new Map<number, number>();
  const offsetMs = (atMs: number): number => {
    const step = Math.floor(atMs / STEP_MS);
    const offset = known.get(step) ?? systemOffsetMs(timeZone, step * STEP_MS);
    known.set(step, offset);
    return offset;
  };
  try {
    offsetMs(0);
  } catch {
    return undefined;
  }
  return offsetMs;
};

/** @throws RangeError for an unknown zone */
function systemOffsetMs(timeZone: string, atMs: number): number {
  const text = new Date(atMs).toLocaleString('en-US', { timeZone, timeZoneName: 'longOffset' });
  const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(text) ?? [];
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -offset : offset;
}
