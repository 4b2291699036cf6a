// Injected faults of the world, as requests and scenario files spell them.

import type { FaultSpec } from '../../sim/index.ts';

export const faultTimesMax = 1_000_000;

/** In characters. */
export const faultMessageMax = 1000;

type Sent = { readonly kind: FaultSpec['fault'] } & {
  readonly [Member in keyof FaultSpec]?: FaultSpec[Member] | null | undefined;
};

/** A member that is left out or null matches everything. */
export function faultSpec(sent: Sent): FaultSpec {
  return {
    fault: sent.kind,
    workspace: sent.workspace ?? null,
    cluster: sent.cluster ?? null,
    endpoint: sent.endpoint ?? null,
    placement: sent.placement ?? null,
    step: sent.step ?? null,
    gprId: sent.gprId ?? null,
    times: sent.times ?? null,
    message: sent.message ?? '',
  };
}

/** What happens to the connection: reset before the answer, cut within the body, or slow, with the body byte by byte. */
export const harms = ['reset', 'cut', 'slow'] as const;
export type Harm = (typeof harms)[number];
