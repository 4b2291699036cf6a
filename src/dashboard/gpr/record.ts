// What the page of a GPR reads.

import type { GprState } from '../../control/answers.ts';
import type { Fact } from '../live/live.ts';
import { read, readAnswered } from '../session/call.ts';

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
  /** Up to this simulated instant, ISO 8601. */
  readonly at: string;
}

interface FactPage {
  readonly branch: number;
  readonly facts: readonly Fact[];
  /** The number of the last fact that was searched. */
  readonly next: number;
  /** The number of the last fact of the world. */
  readonly seq: number;
}

/** Reads one GPR again and again, each time only the facts that are new. */
export class GprReader {
  readonly #gprId: string;
  #facts: readonly Fact[] = [];
  #at = '';
  #branch = 0;
  #next = 0;

  constructor(gprId: string) {
    this.#gprId = gprId;
  }

  /** @throws Refusal 404 if there is no such GPR, or the caller may not see it */
  async read(): Promise<KnownGpr> {
    const gprId = this.#gprId;
    const [record, explanation] = await Promise.all([
      read<GprRecord>('api/v1/gpr/gpr', { gprId }),
      read<Explanation>(`sim/explain/${encodeURIComponent(gprId)}`),
      this.#readFacts(),
    ]);
    return { record, explanation, facts: this.#facts, at: this.#at };
  }

  async #readFacts(): Promise<void> {
    for (;;) {
      const asked = { gprId: this.#gprId, after: this.#next };
      const { data, at } = await readAnswered<FactPage>('sim/facts', asked);
      const { branch, facts, next, seq } = data;
      if (branch !== this.#branch) {
        const isFirst = this.#branch === 0;
        this.#branch = branch;
        this.#facts = [];
        this.#next = 0;
        if (!isFirst) continue;
      }
      // Facts of other GPRs name this one as the culprit. Two readings may be under way at a time.
      const isNew = (fact: Fact) => fact.gprId === this.#gprId && fact.seq > this.#next;
      this.#facts = [...this.#facts, ...facts.filter(isNew)];
      const isDone = next >= seq || next <= this.#next;
      this.#next = Math.max(this.#next, next);
      if (isDone) this.#at = at;
      if (isDone) return;
    }
  }
}
