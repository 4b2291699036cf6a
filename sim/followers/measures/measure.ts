// Measures of a run: waits, bounded slowdown, utilization over time, fragmentation, evictions, also of its parts.
// Reads the facts and the recorded uses of a log; the engine does not depend on it.

import { grown } from '../../base/collections/columns.ts';
import { CompensatedSum } from '../../base/numbers/compensated-sum.ts';
import { mean, percentile, ratio } from '../../base/numbers/statistics.ts';
import { NEVER } from '../../base/numbers/time.ts';
import { GprCreated, GprEnded, GprProvisioning } from '../../facts/fact-catalogue.ts';
import { GprStep, lossOf, stepOf } from '../../facts/gpr-step.ts';
import { type FactLog, HEADER_WORDS, kindOf, lengthOf, USE_WORDS, UseWord } from '../../facts/log.ts';
import { Reason, State } from '../../facts/numbered.ts';
import type { Core } from '../../kernel/core.ts';
import { NONE } from '../../tables/gprs/gpr-table.ts';
import { EstimateAnswers } from './estimate-answers.ts';
import type { MeasureWindow } from './measure-window.ts';
import { PartMeasures, type PartsMeasured } from './part-measures.ts';
import { Count } from './part-sums.ts';
import { type SlowdownSpread, Slowdowns } from './slowdowns.ts';
import { UsageSeries } from './usage-series.ts';
import { type WaitFigures, waitFigures } from './wait-figures.ts';

/** Means, percentiles and shares are null if nothing was counted for them. */
export interface Summary extends WaitFigures {
  readonly gprs: number;
  /** GPRs that started at least once. */
  readonly placed: number;
  readonly completed: number;
  readonly timedOut: number;
  readonly failed: number;
  readonly evictions: number;
  readonly requeues: number;
  /** The longest wait, ms. */
  readonly waitMsMax: number | null;
  /** Mean time from creation to end, over GPRs that ended Complete or TimedOut, ms. */
  readonly flowMsMean: number | null;
  /** Mean and maximum of max(1, time from creation to end ÷ max(time Successful, 10 s)) over the same GPRs. */
  readonly boundedSlowdownMean: number | null;
  readonly boundedSlowdownMax: number | null;
  /**
   * Answers of recorded estimates, asked hourly, about GPRs that started or are overdue: these wait still, and count as if they
   * started now. Median and mean of |start − estimate|, ms.
   */
  readonly estimateAnswers: number;
  readonly estimateErrorMsP50: number | null;
  readonly estimateErrorMsMean: number | null;
  /** Allocated GPU time ÷ GPU time of nodes that were up. */
  readonly utilization: number | null;
  /** Share of the free GPU time that was on partly allocated nodes. */
  readonly fragmentation: number | null;
  /** Allocated GPUs ÷ GPUs of nodes that are up, now. */
  readonly allocatedAtEnd: number | null;
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
  readonly estimates: EstimateAnswers;
  readonly #core: Core;
  /** Number of facts read, from the first of the run on. */
  #factsRead = 0;
  /** Length of the log's words then. */
  #wordsRead = 0;
  #waits: Float64Array = new Float64Array(1024);
  #waitCount = 0;
  readonly #flowMs = new CompensatedSum();
  readonly #slowdowns = new Slowdowns();
  #allocatedGpuMs = 0;
  #upGpuMs = 0;
  #partialFreeGpuMs = 0;
  /** The current use, since `#since`; not in the sums yet. */
  readonly #use = { allocatedGpus: 0, upGpus: 0, partialFreeGpus: 0 };
  #since = 0;
  readonly #series = new UsageSeries();
  #parts: PartMeasures | null = null;
  readonly #window = { fromMs: 0, toMs: NEVER };

  constructor(core: Core) {
    this.#core = core;
    this.estimates = new EstimateAnswers(core.rules.recordEstimatesEveryMs, this.#window);
  }

  /**
   * Measures only a window. Call it before the run. Waits, slowdowns and ends are then those of the GPRs that are created in
   * the window, also if they start or end after it. Evictions, requeues, askings of estimates and GPU time are those in the window.
   */
  measure({ fromMs, toMs }: MeasureWindow): void {
    this.#window.fromMs = fromMs;
    this.#window.toMs = toMs;
  }

  /**
   * Also measures pools and clusters, and workspaces where wanted. Call it before the run; the first call decides. Pools and
   * clusters take about a tenth of the time of a long run; 200,000 workspaces take a quarter.
   */
  countParts(hasWorkspaces: boolean): void {
    const { facts } = this.#core;
    if (this.#parts !== null) return;
    this.#read(facts);
    this.#parts = new PartMeasures(this.#core, this.#window, hasWorkspaces);
    // The parts read the rows of GPRs, which later GPRs reuse.
    facts.followers.push({ follow: () => this.#read(facts) });
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
    const fromMs = Math.max(this.#since, this.#window.fromMs);
    const lasted = Math.min(toMs, this.#window.toMs) - fromMs;
    this.#since = toMs;
    if (lasted <= 0) return;
    this.#allocatedGpuMs += allocatedGpus * lasted;
    this.#upGpuMs += upGpus * lasted;
    this.#partialFreeGpuMs += partialFreeGpus * lasted;
    const binsFromMs = fromMs - this.#window.fromMs;
    this.#series.add(binsFromMs, binsFromMs + lasted, allocatedGpus, upGpus);
  }

  #isMeasured(atMs: number): boolean {
    return atMs >= this.#window.fromMs && atMs < this.#window.toMs;
  }

  #read({ words, length, rows, pending, dropped, estimates }: FactLog): void {
    this.estimates.note(estimates.peek());
    const { hasWaits } = this.estimates;
    const parts = this.#parts;
    // A loaded world has dropped the facts of its making.
    let fact = Math.max(0, this.#factsRead - dropped);
    let next = fact === 0 ? 0 : this.#wordsRead;
    this.#factsRead = dropped + pending;
    this.#wordsRead = length;
    while (next < length) {
      const header = words[next] | 0;
      const kind = kindOf(header);
      const atMs = words[next + 1];
      const at = next + HEADER_WORDS;
      const row = rows[fact++];
      next += lengthOf(header);
      const step = stepOf(kind, words, at);
      if (step === GprStep.none) {
        parts?.see(kind, atMs, words[at]);
        continue;
      }
      if (hasWaits) this.estimates.see(step, words[at], atMs);
      switch (step) {
        case GprStep.created:
          parts?.created(atMs, row, words[at + GprCreated.exitMs]);
          if (!this.#isMeasured(atMs)) break;
          this.gprs++;
          parts?.count(row, Count.gprs);
          break;
        case GprStep.started: {
          parts?.started(atMs, row, words[at + GprProvisioning.gpus]);
          const waitMs = words[at + GprProvisioning.waitMs];
          if (waitMs >= 0 && this.#isMeasured(atMs - waitMs)) this.#addWait(row, waitMs);
          break;
        }
        case GprStep.successful:
          break;
        default:
          // No row: a GPR that had ended is removed.
          if (row !== NONE) parts?.left(step, atMs, row);
          if (lossOf(step, words, at) === Reason.eviction && this.#isMeasured(atMs)) {
            this.evictions++;
            parts?.count(row, Count.evictions);
          }
          if (step === GprStep.requeued && this.#isMeasured(atMs)) this.requeues++;
          if (step === GprStep.ended || step === GprStep.refused) this.#addEnd(words, at, row);
      }
    }
  }

  summary(): Summary {
    this.#addUse(this.simMs);
    const waits = this.waits();
    const { allocatedGpus, upGpus } = this.#core.totals;
    const freeGpuMs = this.#upGpuMs - this.#allocatedGpuMs;
    return {
      gprs: this.gprs,
      placed: waits.length,
      completed: this.completed,
      timedOut: this.timedOut,
      failed: this.failed,
      evictions: this.evictions,
      requeues: this.requeues,
      ...waitFigures(waits),
      waitMsMax: percentile(waits, 100),
      flowMsMean: ratio(this.#flowMs.value, this.completed + this.timedOut),
      boundedSlowdownMean: this.#slowdowns.mean,
      boundedSlowdownMax: this.#slowdowns.max,
      ...this.#estimateFigures(),
      utilization: ratio(this.#allocatedGpuMs, this.#upGpuMs),
      fragmentation: ratio(this.#partialFreeGpuMs, freeGpuMs),
      allocatedAtEnd: ratio(allocatedGpus, upGpus),
      simMs: this.simMs,
      utilizationOverTime: { binMs: this.#series.binMs, utilization: this.#series.utilization() },
    };
  }

  #estimateFigures(): Pick<Summary, 'estimateAnswers' | `estimateErrorMs${'P50' | 'Mean'}`> {
    const { estimates } = this;
    const errorsMs: number[] = [];
    const add = (foreseenMs: number, actualMs: number) => errorsMs.push(Math.abs(foreseenMs - actualMs));
    estimates.each(add);
    const started = errorsMs.length;
    estimates.eachOverdue(this.simMs, add);
    const sorted = Float64Array.from(errorsMs).sort();
    return {
      estimateAnswers: estimates.count + errorsMs.length - started,
      estimateErrorMsP50: percentile(sorted, 50),
      estimateErrorMsMean: mean(sorted),
    };
  }

  /** The waits in `summary`, shortest first. */
  waits(): Float64Array {
    return this.#waits.slice(0, this.#waitCount).sort();
  }

  /** The distribution of the slowdowns in `summary`. */
  slowdowns(): SlowdownSpread {
    return this.#slowdowns.spread();
  }

  /** @throws if countParts was not called */
  parts(): PartsMeasured {
    if (this.#parts === null) throw new Error('parts are not counted; call countParts before the run');
    return this.#parts.measured(this.simMs, this.#waits.subarray(0, this.#waitCount));
  }

  #addWait(row: number, waitMs: number): void {
    if (this.#waitCount === this.#waits.length) this.#waits = grown(this.#waits, this.#waitCount * 2);
    this.#waits[this.#waitCount++] = waitMs;
    this.#parts?.waited(row);
  }

  #addEnd(words: Float64Array, at: number, row: number): void {
    const atMs = words[at - 1];
    const state = words[at + GprEnded.state];
    const inSystemMs = words[at + GprEnded.inSystemMs];
    const ranMs = words[at + GprEnded.ranMs];
    if (state === State.timedOut) this.#parts?.timedOut(row, ranMs);
    if (!this.#isMeasured(atMs - inSystemMs)) return;
    if (state === State.failed) {
      this.failed++;
      return;
    }
    if (state === State.complete) this.completed++;
    else this.timedOut++;
    this.#flowMs.add(inSystemMs);
    this.#slowdowns.add(inSystemMs, ranMs);
  }
}
