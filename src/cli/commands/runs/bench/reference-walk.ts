// A fixed loop that measures the machine, not gprsim: it reads and writes an array of 16 MB in an order that defeats
// caches, as the engine does with its tables. It must never change, or results are no longer comparable.

const ENTRIES = 2 ** 22;
const STEPS = 2 ** 25;

interface Walk {
  readonly steps: number;
  readonly ms: number;
  /** Over the values that were read; equal in every walk. */
  readonly checksum: number;
}

export function walk(): Walk {
  // Filled, so that the system maps every page before the measurement starts.
  const entries = new Int32Array(ENTRIES).fill(1);
  const startedAt = performance.now();
  let state = 1;
  let sum = 0;
  for (let step = 0; step < STEPS; step++) {
    // The upper bits of a linear congruential generator, with the multiplier of Numerical Recipes.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    const index = state >>> 10;
    sum = (sum + entries[index]) | 0;
    entries[index] = sum ^ step;
  }
  return { steps: STEPS, ms: performance.now() - startedAt, checksum: sum };
}
