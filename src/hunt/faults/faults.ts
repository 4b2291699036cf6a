// The faults of a hunt: what they are, and how a file or a list spells them.

import type { HttpFaultSpec } from '../../api/frame/operation/http-fault.ts';

/** Faults of calls: what their client gets. */
export const CALL_FAULTS = {
  busy: { status: 429, headers: { 'Retry-After': '1' } },
  unavailable: { status: 503, headers: { 'Retry-After': '1' } },
  lost: { executed: true, connection: 'reset' },
  cut: { executed: true, connection: 'cut' },
  slow: { executed: true, connection: 'slow', delayMs: 250 },
} as const satisfies Readonly<Record<string, Partial<HttpFaultSpec>>>;

/** Faults of the world, each with its meaning. */
export const WORLD_FAULTS = {
  token: 'the tokens that have been issued end',
  node: 'a node of a GPR of the client goes down for a while',
  provisioning: 'the next provisioning fails',
  eviction: 'another workspace takes the GPUs of a GPR of the client, with a higher priority',
  full: 'other workspaces take all free GPUs for a while',
  idle: 'the work in a GPR of the client ends, so that the GPR is idle',
  jump: 'the clock jumps',
} as const;

export type CallFaultKind = keyof typeof CALL_FAULTS;
export type WorldFaultKind = keyof typeof WORLD_FAULTS;
export type FaultKind = CallFaultKind | WorldFaultKind;

export const FAULT_KINDS = [
  ...Object.keys(CALL_FAULTS),
  ...Object.keys(WORLD_FAULTS),
] as readonly FaultKind[];

export interface CallFault {
  readonly fault: CallFaultKind;
  /** The operationId. */
  readonly operation: string;
  /** The first call of this operation that meets the fault, from 1. */
  readonly nth: number;
  /** How many calls meet it, one after the other. */
  readonly times: number;
}

export interface WorldFault {
  readonly fault: WorldFaultKind;
  /** Simulated ms since the start of the world: it happens before the first call that is not earlier. */
  readonly atMs: number;
  /** Simulated ms that it lasts; 0 for faults of an instant. */
  readonly forMs: number;
}

export type Fault = CallFault | WorldFault;

export function isCallFault(fault: Fault): fault is CallFault {
  return fault.fault in CALL_FAULTS;
}

/** How often each kind happens: the probability for each call; 0 for a kind that is missing. */
export type Rates = { readonly [Kind in FaultKind]?: number };

/** The probabilities of the profile `mild`. Those of the others are multiples. */
const base: Readonly<Record<FaultKind, number>> = {
  busy: 0.01,
  unavailable: 0.01,
  lost: 0.01,
  cut: 0.005,
  slow: 0.005,
  token: 0.004,
  node: 0.004,
  provisioning: 0.004,
  eviction: 0.004,
  full: 0.002,
  idle: 0.004,
  jump: 0.004,
};

const multiples = { mild: 1, usual: 5, hostile: 10 } as const;

export type Profile = keyof typeof multiples;

export const PROFILES = Object.keys(multiples) as readonly Profile[];

/** @param kinds those that happen; all by default */
export function ratesOf(profile: Profile, kinds: readonly FaultKind[] = FAULT_KINDS): Rates {
  return Object.fromEntries(kinds.map((kind) => [kind, base[kind] * multiples[profile]]));
}
