// Property tests: fast-check with a seed that is printed before the first run and can be given.
//   GPRSIM_SEED=<integer> or =random   another seed (fast-check also prints the seed of a failure, and its path)
//   GPRSIM_RUNS=<number>               so many times the usual number of runs

import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';

const SEED_DEFAULT = 20260105;

const wanted = process.env.GPRSIM_SEED;
const seed = wanted === 'random' ? randomInt(2 ** 31) : Number(wanted ?? SEED_DEFAULT);
const times = Number(process.env.GPRSIM_RUNS ?? 1);

/** A test that holds for every value of an arbitrary: `check` throws where it does not. */
export function property<T>(
  name: string,
  runs: number,
  values: fc.Arbitrary<T>,
  check: (value: T) => void,
): void {
  test(name, (context) => {
    context.diagnostic(`seed ${seed}`);
    fc.assert(fc.property(values, check), { seed, numRuns: Math.ceil(runs * times) });
  });
}

/** The same where `check` has to wait. */
export function asyncProperty<T>(
  name: string,
  runs: number,
  values: fc.Arbitrary<T>,
  check: (value: T) => Promise<void>,
): void {
  test(name, async (context) => {
    context.diagnostic(`seed ${seed}`);
    await fc.assert(fc.asyncProperty(values, check), { seed, numRuns: Math.ceil(runs * times) });
  });
}
