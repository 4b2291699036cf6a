// Values of a varied member as text: JSON if the text parses as JSON, otherwise a string.

import { parseDuration } from '../../wire/time/durations.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** A text that could be meant as a range. */
const dashed = /^[0-9]+-[0-9]+$/;
const range = /^(-?[0-9]{1,15})\.\.(-?[0-9]{1,15})$/;
/** In a text that begins so, commas do not separate values until the bracket or the quotation mark is closed. */
const opensJson = /^\s*["[{]/;

/** The ends of a range of integers such as `6..12`; undefined for another text. */
export function rangeOf(text: string): { readonly first: number; readonly last: number } | undefined {
  const ends = range.exec(text);
  return ends === null ? undefined : { first: Number(ends[1]), last: Number(ends[2]) };
}

/** A number too large for a number stays a text, and is refused as one. */
export function parseValue(text: string): Json {
  try {
    const value = JSON.parse(text) as Json;
    return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY ? text : value;
  } catch {
    return text;
  }
}

/** The text that `parseValue` reads as this value, with quotation marks only where it needs them. */
export function valueText(value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const isPlain =
    value !== '' &&
    !/[,\s]/.test(value) &&
    !opensJson.test(value) &&
    !dashed.test(value) &&
    rangeOf(value) === undefined;
  return isPlain && parseValue(value) === value ? value : JSON.stringify(value);
}

const machine = /^([1-9][0-9]{0,6})x([1-9][0-9]{0,3})$/;

/** A number, a duration such as "90s" in ms, or the GPUs of a machine such as "4x8"; undefined for another value. */
export function numberOf(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const [, nodes, gpus] = machine.exec(value) ?? [];
  if (gpus !== undefined) return Number(nodes) * Number(gpus);
  if (!/[dhms]$/.test(value)) return undefined;
  const duration = parseDuration(value, { zero: true });
  return duration.ok ? duration.value : undefined;
}

/** Splits at commas, except those within a JSON string, list or object. */
export function splitValues(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  while (from <= text.length) {
    const end = opensJson.test(text.slice(from, from + 100))
      ? endOfJson(text, from)
      : text.indexOf(',', from);
    const to = end < 0 ? text.length : end;
    parts.push(text.slice(from, to));
    from = to + 1;
  }
  return parts;
}

/** The index of the first comma outside strings and brackets; -1 without one. */
function endOfJson(text: string, from: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (isQuoted) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    else if (sign === ',' && depth <= 0) return at;
  }
  return -1;
}

/** Values as the texts of `--vary`: integers in a row as a range, each list apart. */
export function valueTexts(values: readonly Json[]): string[] {
  const texts: string[] = [];
  let joined: string[] = [];
  const close = () => {
    if (joined.length > 0) texts.push(joined.join(','));
    joined = [];
  };
  for (let i = 0; i < values.length; ) {
    const value = values[i];
    if (Array.isArray(value)) {
      close();
      texts.push(JSON.stringify(value));
      i += 1;
      continue;
    }
    let end = i + 1;
    if (Number.isSafeInteger(value)) {
      while (values[end] === (value as number) + end - i) end += 1;
    }
    const isRange = end - i > 2;
    joined.push(isRange ? `${value}..${values[end - 1]}` : valueText(value));
    i = isRange ? end : i + 1;
  }
  close();
  return texts;
}
