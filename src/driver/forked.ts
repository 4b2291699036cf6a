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

/** As Simulation.fork. @param taken of `memoryFor`: the state is then that of the call */
export async function forkInSlices(
  simulation: Simulation,
  knowing: Knowing | Drawn,
  rest: Rest,
  taken?: GprMemory | undefined,
): Promise<Simulation> {
  const build = simulation.forking(knowing, taken ?? (await memoryFor(simulation, rest)));
  await rest();
  const fork = build();
  await rest();
  return fork;
}
