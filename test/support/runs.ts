// GPRSIM_RUNS multiplies the number of random cases; below 1, tests of long work do less of it. `.ci/run` gives 0.05.

export const runs: number = Number(process.env.GPRSIM_RUNS ?? 1);

/** As many cases of a test that draws `all`, but at least `least`. */
export function casesOf(all: number, least: number): number {
  return Math.max(least, Math.ceil(all * runs));
}

/** Why a test runs only with all cases, each night; false if it runs now. */
export const onlyNightly: string | false = runs < 1 && 'runs only with all random cases';
