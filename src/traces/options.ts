// How a trace is bent before it is replayed, as flags and scenario files spell it.

import type { OpenbBound } from '../../sim/index.ts';

/** `why` is the rest of a sentence that begins with the option's name. */
export type ParsedOption<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: string };

const keepEveryMax = 1_000_000;
export const compressMax = 1_000_000;
const factorMax = 1000;

/** What options must be, in words, and as a pattern for who only looks at the form. */
export const forms = {
  keepNodes: { be: `1/N with N from 1 to ${keepEveryMax}`, pattern: '^1/([1-9][0-9]{0,6})$' },
  bound: {
    be: `round, exact, or xN with N from 1 to ${factorMax}`,
    pattern: '^(?:round|exact|x[0-9]{1,7}(?:\\.[0-9]{1,6})?)$',
  },
} as const;

/** `1/8`: every eighth node. */
export function parseKeepNodes(text: string): ParsedOption<number> {
  const every = Number(new RegExp(forms.keepNodes.pattern).exec(text)?.[1]);
  if (every <= keepEveryMax) return { ok: true, value: every };
  return refused(forms.keepNodes.be, text);
}

/** `400`: four hundred times as many arrivals an hour. Decimals are allowed. */
export function parseCompress(text: string): ParsedOption<number> {
  const factor = decimal(text);
  if (factor > 0 && factor <= compressMax) return { ok: true, value: factor };
  return refused(`a number above 0 and up to ${compressMax}`, text);
}

/** `round`, `exact`, or `x2`: the run time times two. */
export function parseBound(text: string): ParsedOption<OpenbBound> {
  if (text === 'round' || text === 'exact') return { ok: true, value: { kind: text } };
  const factor = text.startsWith('x') ? decimal(text.slice(1)) : Number.NaN;
  if (factor >= 1 && factor <= factorMax) return { ok: true, value: { kind: 'times', factor } };
  return refused(forms.bound.be, text);
}

/** NaN where the text is no plain decimal number. */
function decimal(text: string): number {
  return /^[0-9]{1,7}(\.[0-9]{1,6})?$/.test(text) ? Number(text) : Number.NaN;
}

function refused(right: string, text: string): { readonly ok: false; readonly why: string } {
  const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
  return { ok: false, why: `must be ${right}, but is ${shown}` };
}
