import fc from 'fast-check';

type Drawn<T> = { readonly [K in keyof T]: fc.Arbitrary<T[K]> };

export type Weighted<T> = readonly [weight: number, arbitrary: fc.Arbitrary<T>];

/** Draws from one of the arbitraries, each in proportion to its weight. */
export function weighted<Ts extends readonly unknown[]>(
  ...choices: { readonly [K in keyof Ts]: Weighted<Ts[K]> }
): fc.Arbitrary<Ts[number]> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Records of one kind. */
export function ofKind<const Kind extends string, Members extends object>(
  kind: Kind,
  members: Drawn<Members>,
): fc.Arbitrary<{ kind: Kind } & Members> {
  return fc.record({ kind: fc.constant(kind), ...members }) as fc.Arbitrary<never>;
}

/** Numbers from 0 to 1 that depend only on the seed, for tests that fast-check cannot run. */
export function drawsOf(first: number): () => number {
  let state = first >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
