// Damages valid values: members are missing, of another type, too large, too deep, or have special names.

import fc from 'fast-check';
import { Known } from './words.ts';

/** Placeholders for JSON that JSON.stringify never writes. */
const unwritable: Readonly<Record<string, string>> = {
  '<beyond>': '1e999',
  '<minus zero>': '-0',
  '<long number>': '123456789012345678901234567890.5',
  '<deep>': `${'['.repeat(500)}${']'.repeat(500)}`,
  '<very deep>': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  '<twice>': '1,"priority":1,"priority":2',
};

const strange: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  0.5,
  1e15,
  Number.MAX_SAFE_INTEGER,
  -1e300,
  true,
  false,
  'true',
  '1',
  'NaN',
  [],
  [[]],
  [null],
  {},
  { a: { b: [] } },
  '..',
  'a/b',
  'line\nbreak',
  'nul\u0000',
  '\ud800',
  '\u202eright to left',
  '🙂'.repeat(130),
  'x'.repeat(254),
  'x'.repeat(100_000),
  '-5m',
  '0m',
  '99999999999999999999d',
  '1h 30m',
  '2026-02-30',
  '9999-12-31T23:59:59Z',
  "'; DROP TABLE journal; --",
  '{workspace}',
  '%s%n',
  '__proto__',
  'constructor',
  'toString',
  ...Object.keys(unwritable),
];

const strangeNames = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'extra',
  '',
  'statusCode',
  '🙂',
  'toJSON',
];

interface Blow {
  /** The damaged place, as choices of members from the outside in. */
  readonly path: readonly number[];
  readonly how: 'replace' | 'remove' | 'add' | 'wrap';
  readonly value: unknown;
  readonly name: string;
}

const blow: fc.Arbitrary<Blow> = fc.record({
  path: fc.array(fc.nat(99), { minLength: 1, maxLength: 3 }),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'wrap'),
  value: fc.constantFrom(...strange),
  name: fc.constantFrom(...strangeNames),
});

export function damaged(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.array(blow, { minLength: 1, maxLength: 3 }))
    .map(([value, blows]) => blows.reduce((hit, one) => strike(hit, one, one.path), value));
}

function strike(value: unknown, blow: Blow, path: readonly number[]): unknown {
  const entries = entriesOf(value);
  const [choice = 0, ...further] = path;
  if (entries === undefined) return blow.how === 'wrap' ? [value] : blow.value;
  const at = entries.length === 0 ? 0 : choice % entries.length;
  const [name, inner] = entries[at] ?? ['', undefined];
  if (further.length > 0 && entriesOf(inner) !== undefined) {
    return together(value, entries.toSpliced(at, 1, [name, strike(inner, blow, further)]));
  }
  switch (blow.how) {
    case 'remove':
      return together(value, entries.toSpliced(at, 1));
    case 'add':
      return together(value, [...entries, [blow.name, blow.value]]);
    case 'wrap':
      return together(value, entries.toSpliced(at, 1, [name, [inner]]));
    case 'replace':
      return entries.length === 0
        ? blow.value
        : together(value, entries.toSpliced(at, 1, [name, blow.value]));
  }
}

function entriesOf(value: unknown): [string, unknown][] | undefined {
  if (typeof value !== 'object' || value === null || value instanceof Known) return undefined;
  return Object.entries(value);
}

function together(like: unknown, entries: readonly [string, unknown][]): unknown {
  return Array.isArray(like) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/** Returns the value as JSON, with the placeholders replaced. */
export function written(value: unknown): string {
  let text = JSON.stringify(value);
  for (const [sign, json] of Object.entries(unwritable)) {
    if (text.includes(sign)) text = text.replaceAll(JSON.stringify(sign), () => json);
  }
  return text;
}

/** Bodies that are not JSON, or not a JSON object. */
export const brokenTexts: readonly string[] = [
  '{',
  '{"gprName":',
  "{'a': 1}",
  '{"a":1}}',
  'null',
  '[]',
  '[{"name":"a"}]',
  '1',
  '"text"',
  'true',
  ' ',
  '\u0000',
  '\ufeff{}',
  '{"a":1e999}',
  '{"__proto__":{"role":"Owner"}}',
  '<xml/>',
  'a=b&c=d',
  '['.repeat(50_000),
];
