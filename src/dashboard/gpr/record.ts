// What the page of a GPR reads.

import type { ExplanationAnswer, GprState } from '../../control/answers.ts';
import { type Fact, world } from '../live/live.ts';
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

export interface KnownGpr {
  readonly record: GprRecord;
  readonly explanation: ExplanationAnswer;
  /** Its creation and its latest changes of the recorded estimate, oldest first. */
  readonly facts: readonly Fact[];
  /** The simulated instant of the explanation, ISO 8601. */
  readonly at: string;
}

interface FactPage {
  readonly branch: number;
  readonly facts: readonly Fact[];
  /** The number of the last fact that was searched. */
  readonly next: number;
}

/** Of the world, the latest facts among which changes of the estimate are looked for. */
const SEARCHED_FACTS = 50_000;
const CHANGES_MAX = 1000;

/** Reads one GPR again and again, each time only the changes of its estimate that are new. */
export class GprReader {
  readonly #gprId: string;
  #changes: readonly Fact[] = [];
  #branch = 0;
  #next = 0;

  constructor(gprId: string) {
    this.#gprId = gprId;
  }

  /** @throws Refusal 404 if there is no such GPR, or the caller may not see it */
  async read(): Promise<KnownGpr> {
    const gprId = this.#gprId;
    const [record, { data: explanation, at }] = await Promise.all([
      read<GprRecord>('api/v1/gpr/gpr', { gprId }),
      readAnswered<ExplanationAnswer>(`sim/explain/${encodeURIComponent(gprId)}`),
      this.#readChanges(),
    ]);
    const created = explanation.history
      .slice(0, 1)
      .map((begin) => ({ seq: 0, at: begin.at, kind: 'gpr.created' }));
    return { record, explanation, facts: [...created, ...this.#changes], at };
  }

  async #readChanges(): Promise<void> {
    const { branch, seq } = world.value!;
    if (branch !== this.#branch) {
      this.#branch = branch;
      this.#changes = [];
      this.#next = 0;
    }
    const after = Math.max(this.#next, seq - SEARCHED_FACTS);
    const asked = { gprId: this.#gprId, kind: 'gpr.delayed', last: CHANGES_MAX, after };
    const page = await read<FactPage>('sim/facts', asked);
    if (page.branch !== branch) return;
    // Two readings may be under way at a time.
    const isNew = ({ seq }: Fact) => seq > this.#next;
    this.#changes = [...this.#changes, ...page.facts.filter(isNew)].slice(-CHANGES_MAX);
    this.#next = Math.max(this.#next, page.next);
  }
}
