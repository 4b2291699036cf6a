// A loop that hangs on the machine and on nothing of gprsim: it reads and writes an array of 16 MB in an order that no cache
// foresees, as the engine does with its tables. It never changes, so that it is the same step on every machine.

const PLACES = 2 ** 22;
const STEPS = 2 ** 25;

export interface Walk {
  readonly steps: number;
  readonly ms: number;
  /** Of what was read: the same at every walk. */
  readonly checksum: number;
}

export function walk(): Walk {
  // Filled, so that the system has given every page before the time begins.
  const places = new Int32Array(PLACES).fill(1);
  const startedAt = performance.now();
  let state = 1;
  let sum = 0;
  for (let step = 0; step < STEPS; step++) {
    // The upper bits of a linear congruential generator, with the multiplier of Numerical Recipes.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    const place = state >>> 10;
    sum = (sum + places[place]) | 0;
    places[place] = sum ^ step;
  }
  return { steps: STEPS, ms: performance.now() - startedAt, checksum: sum };
}
