// The one spelling of durations for people: page, reports, terminal.

const SECOND = 1000;
/** Below it, tenths of a second are shown. */
const TENTHS_BELOW = 10 * SECOND;
const UNITS = [
  [86_400 * SECOND, 'd'],
  [3_600 * SECOND, 'h'],
  [60 * SECOND, 'm'],
  [SECOND, 's'],
] as const;

/** The two largest units of a duration, without zeros: `3d 4h`, `12m 5s`, `1h`, `2.5s`, `0s`. */
export function span(ms: number): string {
  const length = Math.abs(ms);
  const tenths = Math.round(length / 100) / 10;
  if (length < TENTHS_BELOW && tenths < 10) return `${ms < 0 && tenths > 0 ? '−' : ''}${tenths}s`;
  let rest = Math.round(length / SECOND) * SECOND;
  const first = UNITS.findIndex(([unit]) => rest >= unit);
  const parts = UNITS.slice(first, first + 2).map(([unit, letter]) => {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    return [count, letter] as const;
  });
  const shown = parts.filter(([count]) => count > 0).map(([count, letter]) => `${count}${letter}`);
  return `${ms < 0 ? '−' : ''}${shown.join(' ')}`;
}

/** The text of a value that there is not. */
export const NONE = '–';

export function spanOrNone(ms: number | null): string {
  return ms === null ? NONE : span(ms);
}

/** @param isLeast whether it may be more */
export function leastText(ms: number | null, isLeast: boolean): string {
  if (isLeast && ms === 0) return 'unknown';
  return `${isLeast && ms !== null ? '≥ ' : ''}${spanOrNone(ms)}`;
}
