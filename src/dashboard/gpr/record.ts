// What the page of a GPR reads.

import type { EstimatePage, GprState } from '../../control/answers.ts';
import type { Fact } from '../live/live.ts';
import { read } from '../session/call.ts';
import { joined } from './estimate-lines.ts';

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
  readonly estimates: EstimatePage;
}

interface FactPage {
  readonly branch: number;
  readonly facts: readonly Fact[];
  /** The number of the last fact that was searched. */
  readonly next: number;
  /** The number of the last fact of the world. */
  readonly seq: number;
}

const CHANGES_AT_ONCE = 10_000;

/** Reads one GPR again and again, each time only the facts and the changes of estimates that are new. */
export class GprReader {
  readonly #gprId: string;
  #facts: readonly Fact[] = [];
  #branch = 0;
  #next = 0;
  #estimates: EstimatePage | undefined;

  constructor(gprId: string) {
    this.#gprId = gprId;
  }

  /** @throws Refusal 404 if there is no such GPR, or the caller may not see it */
  async read(): Promise<KnownGpr> {
    const gprId = this.#gprId;
    const [record, explanation, estimates] = await Promise.all([
      read<GprRecord>('api/v1/gpr/gpr', { gprId }),
      read<Explanation>(`sim/explain/${encodeURIComponent(gprId)}`),
      this.#readEstimates(),
      this.#readFacts(),
    ]);
    return { record, explanation, facts: this.#facts, estimates };
  }

  /** Reads what is new. If a wait has no start yet, it may have one since its last change. */
  async #readEstimates(): Promise<EstimatePage> {
    const path = `sim/gprs/${encodeURIComponent(this.#gprId)}/estimates`;
    let known = this.#estimates;
    const open = known?.waits.at(-1);
    let after = known?.next ?? 0;
    if (open?.startedAt === null) after = open.estimates[open.estimates.length - 1].number - 1;
    for (;;) {
      const page: EstimatePage = await read(path, { after, limit: CHANGES_AT_ONCE });
      const isSame = known === undefined || known.branch === page.branch;
      known = isSame ? { ...page, waits: joined(known?.waits ?? [], page.waits) } : undefined;
      after = isSame ? page.next : 0;
      if (known === undefined || page.next < page.last) continue;
      this.#estimates = known;
      return known;
    }
  }

  async #readFacts(): Promise<void> {
    for (;;) {
      const asked = { gprId: this.#gprId, after: this.#next };
      const { branch, facts, next, seq } = await read<FactPage>('sim/facts', asked);
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
      if (isDone) return;
    }
  }
}
