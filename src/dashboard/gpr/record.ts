// What the page of a GPR reads.

import type { Fact, GprState } from '../live/types.ts';
import { read } from '../session/call.ts';

export interface GprRecord {
  readonly gprId: string;
  readonly gprName: string;
  readonly sliceName: string;
  readonly clusterName: string;
  readonly numberOfGPUs: number;
  readonly numberOfGPUNodes: number;
  readonly instanceType: string;
  readonly gpuShape: string;
  readonly priority: number;
  /** '' if it is unknown. */
  readonly estimatedStartTime: string;
  readonly exitDuration: string;
  readonly enableEviction: boolean;
  readonly requeueOnFailure: boolean;
  readonly status: {
    readonly provisioningStatus: GprState;
    readonly failureReason: string;
    /** '' before. */
    readonly startTimestamp: string;
    readonly completionTimestamp: string;
    readonly cost: string;
    readonly nodes: readonly string[] | null;
    readonly retryCount: number;
    readonly delayedCount: number;
  };
}

export interface Explanation {
  readonly sentence: string;
  /** Of the scheduling cycle, that blocks the GPR; 0 if none does. */
  readonly step: number;
  readonly free: { readonly nodes: number; readonly gpus: number } | null;
  readonly behind: string | null;
  readonly victimsNotEnough: readonly string[];
  readonly history: readonly { readonly at: string; readonly what: string }[];
}

export interface KnownGpr {
  readonly record: GprRecord;
  readonly explanation: Explanation;
  /** Of this GPR, oldest first. */
  readonly facts: readonly Fact[];
}

/** @throws Refusal 404 if there is no such GPR, or the caller may not see it */
export async function readGpr(gprId: string): Promise<KnownGpr> {
  const [record, explanation, { facts }] = await Promise.all([
    read<GprRecord>('api/v1/gpr/gpr', { gprId }),
    read<Explanation>(`sim/explain/${encodeURIComponent(gprId)}`),
    read<{ facts: Fact[] }>('sim/facts', { gprId }),
  ]);
  return { record, explanation, facts: facts.filter((fact) => fact.gprId === gprId) };
}
