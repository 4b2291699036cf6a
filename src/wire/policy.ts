import { type Policy, PRIORITY_MAX, type SentDuration } from '../../sim/index.ts';
import type { Parsed } from './parsed.ts';
import { clip } from './text/clip.ts';
import { parseDuration } from './time/durations.ts';

type PriorityRange = Policy['priority'];

export const forms = {
  priorityRange: {
    be: `a range such as 1-${PRIORITY_MAX}, or low, medium or high`,
    pattern: '^(?:[0-9]{1,3}-[0-9]{1,3}|[Ll][Oo][Ww]|[Mm][Ee][Dd][Ii][Uu][Mm]|[Hh][Ii][Gg][Hh])$',
  },
  exitLimit: {
    be: 'a duration such as "1d", "2W" or "1M"; "0" = no limit',
    pattern: '^(?:0|[0-9]{6}|(?:[0-9]+[MWdhms])+)$',
  },
} as const;

const bands: ReadonlyMap<string, PriorityRange> = new Map([
  ['low', { from: 1, to: 100 }],
  ['medium', { from: 101, to: 200 }],
  ['high', { from: 201, to: PRIORITY_MAX }],
]);

/** Parses `<low>-<high>`, or the name of a priority band in any case. */
export function parsePriorityRange(text: string): Parsed<PriorityRange> {
  const band = bands.get(text.toLowerCase());
  if (band !== undefined) return { ok: true, value: band };
  const [, low, high] = /^([0-9]{1,3})-([0-9]{1,3})$/.exec(text) ?? [];
  const from = Number(low);
  const to = Number(high);
  if (from >= 1 && from <= to && to <= PRIORITY_MAX) return { ok: true, value: { from, to } };
  const be = `a range such as 1-${PRIORITY_MAX} within these bounds, or low, medium or high`;
  return { ok: false, why: `must be ${be}, but is ${JSON.stringify(clip(text))}` };
}

export function formatPriorityRange({ from, to }: PriorityRange): string {
  return `${from}-${to}`;
}

/** Parses a longest exit duration, also in weeks (`2W`) and months (`1M`); zero = no limit. */
export function parseExitLimit(text: string): Parsed<SentDuration> {
  if (text === '0') return { ok: true, value: { text, ms: 0 } };
  const parsed = parseDuration(text, { zero: true, calendar: true });
  return parsed.ok ? { ok: true, value: { text, ms: parsed.value } } : parsed;
}
