// Copies of a simulation, made in slices.

import type { Drawn, GprMemory, Knowing, Simulation } from '../../sim/index.ts';

type Rest = () => Promise<unknown>;

/** Takes memory for a copy. If it is little, no turn of the event loop passes. @param rest resolves with false if none is needed any more */
export async function memoryFor(simulation: Simulation, rest: Rest): Promise<GprMemory | undefined> {
  const taking = simulation.memory();
  for (let step = taking.next(); ; step = taking.next()) {
    if (step.done === true) return step.value;
    if ((await rest()) === false) return undefined;
  }
}

/** Takes memory, then makes a copy. */
export async function copyInSlices(
  simulation: Simulation,
  knowing: Knowing | Drawn,
  rest: Rest,
): Promise<Simulation> {
  return forkInSlices(simulation, knowing, rest, await memoryFor(simulation, rest));
}

/** As Simulation.fork. The state is that of the call. @param taken of `memoryFor` */
export async function forkInSlices(
  simulation: Simulation,
  knowing: Knowing | Drawn,
  rest: Rest,
  taken: GprMemory | undefined,
): Promise<Simulation> {
  const build = simulation.forking(knowing, taken);
  await rest();
  const fork = build();
  await rest();
  return fork;
}
