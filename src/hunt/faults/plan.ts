// Which faults a run meets: drawn from its seed, or those of a list.

import { drawsOf } from '../../api/frame/operation/drawn-calls.ts';
import {
  CALL_FAULTS,
  type CallFault,
  type CallFaultKind,
  type Fault,
  isCallFault,
  type Rates,
  WORLD_FAULTS,
  type WorldFault,
  type WorldFaultKind,
} from './faults.ts';

/** The faults of one run. Each is taken once. */
export interface FaultPlan {
  /** The fault that begins with this call. @param number that of the call among those of its operation, from 1 */
  ofCall(operation: string, number: number): CallFault | undefined;
  /** The faults of the world that happen now. @param call the number of the call that follows, from 1 */
  ofWorld(nowMs: number, call: number): readonly WorldFault[];
}

const minute = 60_000;

/** How long a fault of the world lasts, in simulated ms; the draw takes one. */
const durations: Readonly<Record<WorldFaultKind, readonly number[]>> = {
  token: [0],
  node: [2 * minute, 30 * minute],
  provisioning: [0],
  eviction: [5 * minute, 30 * minute],
  full: [2 * minute, 10 * minute],
  idle: [0],
  jump: [10 * minute, 60 * minute, 360 * minute],
};

/** How many calls of an operation in a row a refusal meets; the draw takes one. */
const outages = [1, 1, 2, 4];

/** In the place of the key: a client of a hunt has one. */
const key = '';

/** Draws faults for each call. */
export function drawnPlan(seed: number, rates: Rates): FaultPlan {
  const callKinds = Object.keys(CALL_FAULTS) as CallFaultKind[];
  const worldKinds = Object.keys(WORLD_FAULTS) as WorldFaultKind[];
  return {
    ofCall(operation, number) {
      const [which, length] = drawsOf(seed, { operation, key, number });
      const fault = kindAt(which, callKinds, rates);
      if (fault === undefined) return undefined;
      const isRefusal = fault === 'busy' || fault === 'unavailable';
      return { fault, operation, nth: number, times: isRefusal ? memberAt(length, outages) : 1 };
    },
    ofWorld(nowMs, call) {
      return worldKinds.flatMap((fault) => {
        const [whether, length] = drawsOf(seed, { operation: fault, key, number: call });
        if (whether >= (rates[fault] ?? 0)) return [];
        return [{ fault, atMs: nowMs, forMs: memberAt(length, durations[fault]) }];
      });
    },
  };
}

export function listedPlan(faults: readonly Fault[]): FaultPlan {
  const ofCalls = faults.filter(isCallFault);
  let ofWorld = faults.filter((fault) => !isCallFault(fault)) as WorldFault[];
  return {
    ofCall: (operation, number) =>
      ofCalls.find((fault) => fault.operation === operation && fault.nth === number),
    ofWorld(nowMs) {
      const due = ofWorld.filter(({ atMs }) => atMs <= nowMs);
      if (due.length > 0) ofWorld = ofWorld.filter(({ atMs }) => atMs > nowMs);
      return due;
    },
  };
}

function kindAt(draw: number, kinds: readonly CallFaultKind[], rates: Rates): CallFaultKind | undefined {
  let sum = 0;
  return kinds.find((kind) => {
    sum += rates[kind] ?? 0;
    return draw < sum;
  });
}

function memberAt<T>(draw: number, members: readonly T[]): T {
  return members[Math.floor(draw * members.length)]!;
}
