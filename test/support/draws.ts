// Draws that a seed repeats, for tests that fast-check cannot run.

/** Numbers from 0 to 1 that depend only on the seed. */
export function drawsOf(first: number): () => number {
  let state = first >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
