// Ways to invalidate a request.

import fc from 'fast-check';

export type Damage =
  /** Removes one member, at any depth, or gives it another value. */
  | { readonly kind: 'member'; readonly at: number; readonly value: unknown }
  | { readonly kind: 'body'; readonly text: string }
  | { readonly kind: 'link'; readonly word: string }
  | { readonly kind: 'query' }
  | { readonly kind: 'host' };

const values: readonly unknown[] = [
  undefined,
  null,
  '',
  'nowhere',
  '0s',
  'a\u0000b',
  'x'.repeat(300),
  7,
  -1,
  1.5,
  1e308,
  true,
  [],
  [[1]],
  ['nowhere'],
  {},
  { a: 1 },
];
const texts = [
  '',
  '[]',
  'null',
  '7',
  '"text"',
  '{"a":',
  '{"__proto__": {}}',
  `{"a":"${'x'.repeat(1_100_000)}"}`,
];
const strange = ['nowhere', 'x'.repeat(300), 'a b', '🙂', "it's; $(x)", 'red', 'blue'];

export const damage: fc.Arbitrary<Damage> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('member' as const),
      at: fc.nat(99),
      value: fc.constantFrom(...values),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom(...texts).map((text) => ({ kind: 'body' as const, text })) },
  { weight: 4, arbitrary: fc.constantFrom(...strange).map((word) => ({ kind: 'link' as const, word })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'query' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'host' as const }) },
);

/** The body with one member replaced, or removed if the value is undefined. */
export function withMember(body: object, at: number, value: unknown): unknown {
  const members = pathsIn(body);
  if (members.length === 0) return { unknown: value };
  return replaced(body, members[at % members.length]!, value);
}

function pathsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [name],
    ...pathsIn(inner).map((path) => [name, ...path]),
  ]);
}

function replaced(within: unknown, [name, ...others]: readonly string[], value: unknown): unknown {
  const inner =
    others.length === 0 ? value : replaced((within as Record<string, unknown>)[name!], others, value);
  if (Array.isArray(within)) return within.with(Number(name), inner);
  return { ...(within as object), [name!]: inner };
}
