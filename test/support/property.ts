// Property tests: fast-check with a fixed seed, which can be changed. fast-check prints the seed and the path of a failure.
//   GPRSIM_SEED=<integer> or =random   another seed
//   GPRSIM_RUNS=<number>               multiplies the number of runs

import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';

const SEED_DEFAULT = 20260105;

const wanted = process.env.GPRSIM_SEED;
export const seed: number = wanted === 'random' ? randomInt(2 ** 31) : Number(wanted ?? SEED_DEFAULT);
export const times = Number(process.env.GPRSIM_RUNS ?? 1);

/** A test that passes if `check` throws for no drawn value. */
export function property<T>(
  name: string,
  runs: number,
  values: fc.Arbitrary<T>,
  check: (value: T) => void,
): void {
  test(name, () => {
    fc.assert(fc.property(values, check), { seed, numRuns: Math.ceil(runs * times) });
  });
}

export function asyncProperty<T>(
  name: string,
  runs: number,
  values: fc.Arbitrary<T>,
  check: (value: T) => Promise<void>,
): void {
  test(name, async () => {
    await fc.assert(fc.asyncProperty(values, check), { seed, numRuns: Math.ceil(runs * times) });
  });
}
