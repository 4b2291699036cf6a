// When will a GPR have a status? Tried on a branch of the world, which knows what the world knows, hidden things included.

import { DAY_MS, type GprView, NEVER, Simulation } from '../../sim/index.ts';
import { SLICE_MS } from './slice.ts';
import type { Advance } from './world.ts';

export type Until = Extract<Advance, { readonly until: object }>['until'];

/** How far `advance until` looks. */
const UNTIL_DAYS_MAX = 400;

const ENDED: readonly string[] = ['Complete', 'TimedOut', 'Failed'];

/**
 * The first instant after which the GPR has the status, null if it has it now, or why it will not.
 * @param simulation whose facts have been taken; it stays as it is
 * @param gpr the GPR as it is now, undefined if there is none
 * @param rest called now and then, for others to have a turn
 */
export async function findState(
  simulation: Simulation,
  gpr: GprView | undefined,
  { gprId, provisioningStatus: wanted }: Until,
  rest: () => Promise<void>,
): Promise<number | null | string> {
  if (gpr === undefined) return `there is no GPR ${gprId}`;
  if (gpr.state === wanted) return null;
  if (ENDED.includes(gpr.state)) return `GPR ${gprId} is ${gpr.state} and will not be ${wanted} any more`;
  const branch = Simulation.restore(simulation.scenario, structuredClone(simulation.save()));
  branch.stopPromises();
  let endedAs: string | undefined;
  branch.onForget = (forgotten, removed) => {
    if (forgotten.gprId === gprId && !removed) endedAs = forgotten.state;
  };
  const limitMs = branch.nowMs + UNTIL_DAYS_MAX * DAY_MS;
  let turnAt = performance.now();
  for (let at = branch.nextEventMs(); at <= limitMs && at < NEVER; at = branch.nextEventMs()) {
    branch.runTo(at);
    const state = branch.gpr(gprId)?.state ?? endedAs;
    if (state === wanted) return at;
    if (state === undefined || ENDED.includes(state)) {
      return `GPR ${gprId} will be ${state ?? 'gone'} without having been ${wanted}`;
    }
    if (performance.now() - turnAt < SLICE_MS) continue;
    branch.takeFacts();
    await rest();
    turnAt = performance.now();
  }
  return `GPR ${gprId} will not be ${wanted} within ${UNTIL_DAYS_MAX} simulated days`;
}
