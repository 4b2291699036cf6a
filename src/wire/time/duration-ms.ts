// Texts of durations as milliseconds, without the reason why a text is none.

export const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const longestDurationMs = 3650 * dayMs;

/** By the letter of a part. */
export type Units = Readonly<Record<string, number>>;

export const unitMs: Units = { d: dayMs, h: hourMs, m: minuteMs, s: secondMs };

/** Returns the ms of a duration, which may be zero; undefined for another text and for more than ten years. */
export function durationMs(text: string): number | undefined {
  const ms = text === '' ? undefined : sumMs(text, unitMs);
  return ms! <= longestDurationMs ? ms : undefined;
}

/** The ms of six digits DDHHMM or of a sequence of parts, each of digits and a unit; undefined for any other text. */
export function sumMs(text: string, units: Units): number | undefined {
  if (/^[0-9]{6}$/.test(text)) return sixDigitsMs(text);
  let ms = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]!;
    if (unit >= '0' && unit <= '9') continue;
    const inMs = units[unit];
    if (at === from || inMs === undefined) return undefined;
    ms += Number(text.slice(from, at)) * inMs;
    from = at + 1;
  }
  return from === text.length ? ms : undefined;
}

function sixDigitsMs(text: string): number {
  const two = (from: number) => Number(text.slice(from, from + 2));
  return two(0) * dayMs + two(2) * hourMs + two(4) * minuteMs;
}
