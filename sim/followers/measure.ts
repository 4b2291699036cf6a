// Measures of a run: waits, bounded slowdown, utilization over time, fragmentation, evictions, also by workspace.
// Reads the facts and the recorded uses of a log; the engine does not depend on it.

import { grown } from '../base/collections/columns.ts';
import { percentile, ratio } from '../base/numbers/statistics.ts';
import { NEVER } from '../base/numbers/time.ts';
import { FactKind, GprCreated, GprEnded, GprProvisioning, GprRequeued } from '../facts/catalogue.ts';
import { type FactLog, USE_WORDS, UseWord } from '../facts/log.ts';
import { Reason, State } from '../facts/numbered.ts';
import { UsageSeries } from './usage-series.ts';
import { Counter, type WorkspaceMeasure, WorkspaceMeasures } from './workspace-measures.ts';

/** Lower bound of the run time in a slowdown (Feitelson and Rudolph 1998), ms. */
const SLOWDOWN_BOUND_MS = 10_000;

/** The part of a run that is measured: the instants from `fromMs` on and before `toMs`. */
export interface MeasureWindow {
  readonly fromMs: number;
  /** NEVER = the end of the run, included. */
  readonly toMs: number;
}

/** Means, percentiles and shares are null if nothing was counted for them. */
export interface Summary {
  readonly gprs: number;
  /** GPRs that started at least once. */
  readonly placed: number;
  readonly completed: number;
  readonly timedOut: number;
  readonly failed: number;
  readonly evictions: number;
  readonly requeues: number;
  /** First start − creation, over GPRs that started, ms. */
  readonly waitMsMean: number | null;
  readonly waitMsP50: number | null;
  readonly waitMsP95: number | null;
  readonly waitMsP99: number | null;
  readonly waitMsMax: number | null;
  /** Mean of max(1, time from creation to end ÷ max(time Successful, 10 s)) over GPRs that ended Complete or TimedOut. */
  readonly boundedSlowdownMean: number | null;
  /** Starts with a recorded estimate, and the mean of |start − last recorded estimate|, ms. */
  readonly recordedEstimates: number;
  readonly estimateErrorMsMean: number | null;
  /** Allocated GPU time ÷ GPU time of nodes that were up. */
  readonly utilization: number | null;
  /** Share of the free GPU time that was on partly allocated nodes. */
  readonly fragmentation: number | null;
  /** The instant of the last reading, ms. */
  readonly simMs: number;
  readonly utilizationOverTime: { readonly binMs: number; readonly utilization: readonly (number | null)[] };
}

export class Measures {
  gprs = 0;
  completed = 0;
  timedOut = 0;
  failed = 0;
  evictions = 0;
  requeues = 0;
  simMs = 0;
  recordedEstimates = 0;
  #estimateErrorMsSum = 0;
  #waits: Float64Array = new Float64Array(1024);
  #waitCount = 0;
  #slowdownSum = 0;
  #slowdownCount = 0;
  #allocatedGpuMs = 0;
  #upGpuMs = 0;
  #partialFreeGpuMs = 0;
  /** The current use, since `#since`; not in the sums yet. */
  readonly #use = { allocatedGpus: 0, upGpus: 0, partialFreeGpus: 0 };
  #since = 0;
  readonly #series = new UsageSeries();
  #workspaces: WorkspaceMeasures | null = null;
  /** By wait, if workspaces are counted. */
  readonly #waitWorkspaces: number[] = [];
  #fromMs = 0;
  #toMs: number = NEVER;

  /**
   * Measures only a window. Call it before the run. Waits, slowdowns and ends are then those of the GPRs that are created in
   * the window, also if they start or end after it. Evictions, requeues, estimates and GPU time are those in the window.
   */
  measure({ fromMs, toMs }: MeasureWindow): void {
    this.#fromMs = fromMs;
    this.#toMs = toMs;
  }

  /** Also counts by workspace from now on. This takes a tenth of a long run's time. */
  countWorkspaces(): void {
    this.#workspaces ??= new WorkspaceMeasures();
  }

  /** Reads all facts and uses of a log; the caller then drops them. @param nowMs the current instant */
  follow(facts: FactLog, nowMs: number): void {
    this.#read(facts);
    const { uses, useWords } = facts;
    const use = this.#use;
    for (let at = 0; at < useWords; at += USE_WORDS) {
      this.#addUse(uses[at + UseWord.atMs]);
      use.allocatedGpus = uses[at + UseWord.allocatedGpus];
      use.upGpus = uses[at + UseWord.upGpus];
      use.partialFreeGpus = uses[at + UseWord.partialFreeGpus];
    }
    this.simMs = nowMs;
  }

  #addUse(toMs: number): void {
    const { allocatedGpus, upGpus, partialFreeGpus } = this.#use;
    const fromMs = Math.max(this.#since, this.#fromMs);
    const lasted = Math.min(toMs, this.#toMs) - fromMs;
    this.#since = toMs;
    if (lasted <= 0) return;
    this.#allocatedGpuMs += allocatedGpus * lasted;
    this.#upGpuMs += upGpus * lasted;
    this.#partialFreeGpuMs += partialFreeGpus * lasted;
    const binsFromMs = fromMs - this.#fromMs;
    this.#series.add(binsFromMs, binsFromMs + lasted, allocatedGpus, upGpus);
  }

  /** Counts the start of a GPR with a recorded estimate. @param errorMs start − estimate */
  estimateEnded(atMs: number, errorMs: number): void {
    if (!this.#isMeasured(atMs)) return;
    this.recordedEstimates++;
    this.#estimateErrorMsSum += Math.abs(errorMs);
  }

  #isMeasured(atMs: number): boolean {
    return atMs >= this.#fromMs && atMs < this.#toMs;
  }

  #read({ words, kinds, places, pending }: FactLog): void {
    for (let fact = 0; fact < pending; fact++) {
      const kind = kinds[fact];
      const at = places[fact];
      // The word before the words of a fact is its instant.
      const atMs = words[at - 1];
      if (kind === FactKind.gprCreated) {
        if (!this.#isMeasured(atMs)) continue;
        this.gprs++;
        this.#workspaces?.add(words[at + GprCreated.workspace], Counter.gprs, 1);
      } else if (kind === FactKind.gprProvisioning) {
        const waitMs = words[at + GprProvisioning.waitMs];
        if (waitMs >= 0 && this.#isMeasured(atMs - waitMs))
          this.#addWait(words[at + GprProvisioning.workspace], waitMs);
      } else if (kind === FactKind.gprRequeued) {
        if (!this.#isMeasured(atMs)) continue;
        this.requeues++;
        if (words[at + GprRequeued.reason] === Reason.eviction) {
          this.#addEviction(words[at + GprRequeued.workspace]);
        }
      } else if (kind === FactKind.gprEnded) {
        this.#addEnd(words, at, atMs);
      }
    }
  }

  summary(): Summary {
    this.#addUse(this.simMs);
    const waits = this.waits();
    let waitSum = 0;
    for (const wait of waits) waitSum += wait;
    const freeGpuMs = this.#upGpuMs - this.#allocatedGpuMs;
    return {
      gprs: this.gprs,
      placed: waits.length,
      completed: this.completed,
      timedOut: this.timedOut,
      failed: this.failed,
      evictions: this.evictions,
      requeues: this.requeues,
      waitMsMean: ratio(waitSum, waits.length),
      waitMsP50: percentile(waits, 50),
      waitMsP95: percentile(waits, 95),
      waitMsP99: percentile(waits, 99),
      waitMsMax: percentile(waits, 100),
      boundedSlowdownMean: ratio(this.#slowdownSum, this.#slowdownCount),
      recordedEstimates: this.recordedEstimates,
      estimateErrorMsMean: ratio(this.#estimateErrorMsSum, this.recordedEstimates),
      utilization: ratio(this.#allocatedGpuMs, this.#upGpuMs),
      fragmentation: ratio(this.#partialFreeGpuMs, freeGpuMs),
      simMs: this.simMs,
      utilizationOverTime: { binMs: this.#series.binMs, utilization: this.#series.utilization() },
    };
  }

  /** The waits in `summary`, shortest first. */
  waits(): Float64Array {
    return this.#waits.slice(0, this.#waitCount).sort();
  }

  /** Workspace → its waits, shortest first. @throws if countWorkspaces was not called */
  waitsByWorkspace(): Map<number, Float64Array> {
    this.#counted();
    const lists = new Map<number, number[]>();
    this.#waitWorkspaces.forEach((workspace, i) => {
      const list = lists.get(workspace);
      if (list === undefined) lists.set(workspace, [this.#waits[i]]);
      else list.push(this.#waits[i]);
    });
    return new Map([...lists].map(([workspace, waits]) => [workspace, Float64Array.from(waits).sort()]));
  }

  /** Workspaces with a measured GPR or eviction, by number. @throws if countWorkspaces was not called */
  perWorkspace(): WorkspaceMeasure[] {
    return this.#counted().rows();
  }

  #counted(): WorkspaceMeasures {
    if (this.#workspaces !== null) return this.#workspaces;
    throw new Error('workspaces are not counted; call countWorkspaces before the run');
  }

  #addWait(workspace: number, waitMs: number): void {
    if (this.#waitCount === this.#waits.length) this.#waits = grown(this.#waits, this.#waitCount * 2);
    this.#waits[this.#waitCount++] = waitMs;
    if (this.#workspaces === null) return;
    this.#waitWorkspaces.push(workspace);
    this.#workspaces.add(workspace, Counter.started, 1);
    this.#workspaces.add(workspace, Counter.waitMsSum, waitMs);
  }

  #addEviction(workspace: number): void {
    this.evictions++;
    this.#workspaces?.add(workspace, Counter.evictions, 1);
  }

  #addEnd(words: Float64Array, at: number, atMs: number): void {
    const workspace = words[at + GprEnded.workspace];
    const state = words[at + GprEnded.state];
    const inSystemMs = words[at + GprEnded.inSystemMs];
    const ranMs = words[at + GprEnded.ranMs];
    if (words[at + GprEnded.reason] === Reason.eviction && this.#isMeasured(atMs))
      this.#addEviction(workspace);
    if (!this.#isMeasured(atMs - inSystemMs)) return;
    this.#workspaces?.add(workspace, Counter.gpuMs, ranMs * words[at + GprEnded.gpus]);
    if (state === State.failed) {
      this.failed++;
      return;
    }
    if (state === State.complete) this.completed++;
    else this.timedOut++;
    this.#slowdownSum += Math.max(1, inSystemMs / Math.max(ranMs, SLOWDOWN_BOUND_MS));
    this.#slowdownCount++;
  }
}
