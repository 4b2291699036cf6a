// Finds when a GPR will have a status, by running a copy of the world. The copy includes the hidden state.

import { DAY_MS, type GprMemory, type GprView, NEVER, type Simulation } from '../../../sim/index.ts';
import { forkInSlices } from '../forked.ts';
import { SLICE_MS } from '../slice.ts';
import type { Advance } from '../world.ts';

export type Until = Extract<Advance, { readonly until: object }>['until'];

/** Range of the search, in simulated days. */
const UNTIL_DAYS_MAX = 400;
export const UNTIL_MS_MAX = UNTIL_DAYS_MAX * DAY_MS;

const ENDED: readonly string[] = ['Complete', 'TimedOut', 'Failed'];

/** Reports whether a GPR has the wanted status or can no longer reach it. */
export function isDecided(gpr: GprView | undefined, { provisioningStatus: wanted }: Until): boolean {
  return gpr === undefined || gpr.state === wanted || ENDED.includes(gpr.state);
}

/** When a GPR will have a status: now, later, or never, with the reason as a sentence. */
type Found =
  | { readonly result: 'now' | 'stopped' }
  | { readonly result: 'later'; readonly atMs: number }
  | { readonly result: 'never'; readonly why: string };

/**
 * Finds the first instant after which the GPR has the status.
 * @param simulation stays unchanged; its facts must have been taken
 * @param gpr the GPR as it is now, undefined if it does not exist
 * @param rest yields to the event loop; returns false to stop the search
 * @param taken of `memoryFor`
 */
export async function findState(
  simulation: Simulation,
  gpr: GprView | undefined,
  { gprId, provisioningStatus: wanted }: Until,
  rest: () => Promise<boolean>,
  taken: GprMemory | undefined,
): Promise<Found> {
  if (gpr === undefined) return never(`there is no GPR ${gprId}`);
  if (gpr.state === wanted) return { result: 'now' };
  if (ENDED.includes(gpr.state))
    return never(`GPR ${gprId} is ${gpr.state} and will not be ${wanted} any more`);
  const branch = await forkInSlices(simulation, 'everything', rest, taken);
  let endedAs: string | undefined;
  const uid = branch.uidOf(gprId);
  branch.onForget = (forgotten, removed, forgottenUid) => {
    if (forgottenUid === uid && !removed) endedAs = forgotten.state;
  };
  const limitMs = branch.nowMs + UNTIL_MS_MAX;
  let turnAt = performance.now();
  for (let at = branch.nextEventMs(); at <= limitMs && at < NEVER; at = branch.nextEventMs()) {
    branch.runTo(at);
    const state = branch.views.gpr(gprId)?.state ?? endedAs;
    if (state === wanted) return { result: 'later', atMs: at };
    if (state === undefined || ENDED.includes(state)) {
      return never(`GPR ${gprId} will be ${state ?? 'gone'} without having been ${wanted}`);
    }
    if (performance.now() - turnAt < SLICE_MS) continue;
    branch.takeFacts();
    if (!(await rest())) return { result: 'stopped' };
    turnAt = performance.now();
  }
  return never(`GPR ${gprId} will not be ${wanted} within ${UNTIL_DAYS_MAX} simulated days`);
}

function never(why: string): Found {
  return { result: 'never', why };
}
