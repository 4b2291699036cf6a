// The contract of an order: which head of a pool goes first (step 2 of the cycle), and which of the heads behind a blocked one
// (step 5). Each order is one file and one line in `order-policies.ts`.

export interface OrderPolicy {
  /** Its name in scenarios and on command lines. */
  readonly name: string;
  /** What it does, to follow its name in a sentence. */
  readonly summary: string;
  /** The file of a policy of one's own, for errors. */
  readonly file?: string;
  /** Whether scores change while GPRs wait. Each cycle that examines a pool then computes them anew. */
  readonly changes: boolean;
  /** Whether the score is `usage`, so that the GPRs of a workspace have equal scores. */
  readonly isUsage?: true;
  /** The lowest score goes first; equal scores go by rank. Never NaN or infinite. @param nowMs instant of the cycle */
  score(gpr: WaitingGpr, nowMs: number): number;
}

/** What an order knows of a queued GPR. The object is valid during the call only. */
export interface WaitingGpr {
  /** Higher priority first, then earlier creation (`rankOf`). */
  readonly rank: number;
  readonly priority: number;
  readonly createdAtMs: number;
  /** Its exit duration; after a requeue, the rest of it. */
  readonly exitMs: number;
  readonly nodes: number;
  readonly gpusPerNode: number;
  /** GPU time that its workspace has used, GPU-ms (`UsageTable`); 0 unless an order in force `changes`. */
  readonly usage: number;
}
