// Repeats calls of a policy of one's own on a sample, because a policy that is not pure makes wrong results without an error.

/** The end of a sentence about a policy that is not pure. */
export const PURE = 'a policy must keep nothing between calls, and use neither the clock nor random numbers';

const FIRST_CALLS = 1000;
const LATER_CALLS = 1000;

/** Returns whether the present call is in the sample: each of the first calls, and each 1000th later one. */
export function sample(): () => boolean {
  let calls = 0;
  return () => {
    calls += 1;
    return calls <= FIRST_CALLS || calls % LATER_CALLS === 0;
  };
}

/**
 * Returns what repeats a call and compares the results.
 * @param two the policy, and that of a second instance of the module, which gets each second repeated call only: what an
 * instance keeps between calls then differs
 */
export function repeater<Policy>(
  two: readonly [Policy, Policy],
  fail: (why: string) => never,
): <Result extends number | string>(first: Result, call: (by: Policy) => Result) => void {
  let calls = 0;
  return (first, call) => {
    calls += 1;
    for (const by of calls % 2 === 0 ? two : [two[0]]) {
      const again = call(by);
      if (again !== first) fail(impurity(first, again));
    }
  };
}

/** The end of a sentence about a policy that returned two results. */
export function impurity(first: number | string, second: number | string): string {
  return `depends on more than its arguments: called again with equal ones, it returns ${second} instead of ${first}; ${PURE}`;
}
