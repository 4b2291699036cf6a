// Repeats calls of a policy of one's own on a sample, because a policy that is not pure makes wrong results without an error.

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

/** The end of a sentence about a policy that returned two results. */
export function impurity(first: number | string, second: number | string): string {
  return (
    `depends on more than its arguments: called again with equal ones, it returns ${second} instead of ${first}; ` +
    'a policy must keep nothing between calls, and use neither the clock nor random numbers'
  );
}
