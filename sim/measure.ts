// What a run comes to: waits, bounded slowdown, utilisation over time, fragmentation, evictions, per workspace.
// Reads facts, and is told how long each level of use lasted; nothing in the engine hangs on it.

import type { Core } from './core.ts';
import { eachFact, FactKind, type FactRun, Reason } from './facts.ts';
import { State } from './gpr.ts';
import { growColumns } from './state.ts';

/** Run times below this count as this in a slowdown (Feitelson and Rudolph 1998), ms. */
export const SLOWDOWN_BOUND_MS = 10_000;

const BINS = 256;
const FIRST_BIN_MS = 60_000;

/** GPU time over the run, in bins that double their width when they run out. */
class UsageSeries {
  binMs = FIRST_BIN_MS;
  used = 0;
  readonly allocatedGpuMs: Float64Array = new Float64Array(BINS);
  readonly upGpuMs: Float64Array = new Float64Array(BINS);

  add(fromMs: number, toMs: number, allocated: number, up: number): void {
    while (toMs > this.binMs * BINS) this.#halve();
    for (let at = fromMs; at < toMs; ) {
      const bin = Math.floor(at / this.binMs);
      const next = Math.min(toMs, (bin + 1) * this.binMs);
      this.allocatedGpuMs[bin] += allocated * (next - at);
      this.upGpuMs[bin] += up * (next - at);
      if (bin >= this.used) this.used = bin + 1;
      at = next;
    }
  }

  #halve(): void {
    for (const column of [this.allocatedGpuMs, this.upGpuMs]) {
      for (let i = 0; i < BINS / 2; i++) column[i] = column[2 * i] + column[2 * i + 1];
      column.fill(0, BINS / 2);
    }
    this.used = (this.used + 1) >> 1;
    this.binMs *= 2;
  }
}

/** Columns by workspace. */
class WorkspaceMeasures {
  capacity = 0;
  gprs = new Int32Array(0);
  started = new Int32Array(0);
  evictions = new Int32Array(0);
  waitMsSum = new Float64Array(0);
  gpuMs = new Float64Array(0);

  reserve(workspace: number): void {
    if (workspace < this.capacity) return;
    const capacity = Math.max(64, this.capacity * 2, workspace + 1);
    growColumns(this, this.capacity, capacity);
    this.capacity = capacity;
  }
}

export interface WorkspaceMeasure {
  readonly workspace: number;
  readonly gprs: number;
  readonly started: number;
  readonly evictions: number;
  readonly waitMsMean: number;
  readonly gpuHours: number;
}

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
  readonly waitMsMean: number;
  readonly waitMsP50: number;
  readonly waitMsP95: number;
  readonly waitMsP99: number;
  readonly waitMsMax: number;
  /** Mean of max(1, time from creation to end ÷ max(time Successful, 10 s)) over GPRs that ended Complete or TimedOut. */
  readonly boundedSlowdownMean: number;
  /** Starts that had been promised, and by how much the last promise before each was off: mean of |start − promise|, ms. */
  readonly promises: number;
  readonly promiseErrorMsMean: number;
  /** Allocated GPU time ÷ GPU time of nodes that were up. */
  readonly utilisation: number;
  /** Share of free GPU time that was on nodes partly allocated: free, but no whole node. */
  readonly fragmentation: number;
  /** Last instant seen, ms. */
  readonly simMs: number;
  readonly utilisationOverTime: { readonly binMs: number; readonly utilisation: readonly number[] };
}

export class Measures {
  gprs = 0;
  completed = 0;
  timedOut = 0;
  failed = 0;
  evictions = 0;
  requeues = 0;
  simMs = 0;
  promises = 0;
  #promiseErrorMsSum = 0;
  #waits: Float64Array = new Float64Array(1024);
  #waitCount = 0;
  #slowdownSum = 0;
  #slowdownCount = 0;
  #allocatedGpuMs = 0;
  #upGpuMs = 0;
  #partialFreeGpuMs = 0;
  readonly series: UsageSeries = new UsageSeries();
  readonly #workspaces: WorkspaceMeasures = new WorkspaceMeasures();

  /** The present use lasts until `toMs`. */
  elapse(core: Core, toMs: number): void {
    const { allocatedGpus, upGpus, partialFreeGpus } = core.totals;
    const lasted = toMs - core.now;
    this.#allocatedGpuMs += allocatedGpus * lasted;
    this.#upGpuMs += upGpus * lasted;
    this.#partialFreeGpuMs += partialFreeGpus * lasted;
    this.series.add(core.now, toMs, allocatedGpus, upGpus);
    this.simMs = toMs;
  }

  /** A GPR whose start was promised has started, this much later (or, negative, earlier) than it was last promised. */
  promiseEnded(errorMs: number): void {
    this.promises++;
    this.#promiseErrorMsSum += Math.abs(errorMs);
  }

  read(run: FactRun): void {
    const { words } = run;
    const workspaces = this.#workspaces;
    eachFact(run, (kind, _atMs, at) => {
      if (kind === FactKind.gprCreated) {
        this.gprs++;
        workspaces.reserve(words[at + 1]);
        workspaces.gprs[words[at + 1]]++;
      } else if (kind === FactKind.gprProvisioning) {
        if (words[at + 4] >= 0) this.#addWait(words[at + 1], words[at + 4]);
      } else if (kind === FactKind.gprRequeued) {
        this.requeues++;
        if (words[at + 2] === Reason.eviction) this.#addEviction(words[at + 1]);
      } else if (kind === FactKind.gprEnded) {
        this.#addEnd(words, at);
      }
    });
  }

  summary(): Summary {
    const waits = this.#waits.slice(0, this.#waitCount).sort();
    let waitSum = 0;
    for (const wait of waits) waitSum += wait;
    const freeGpuMs = this.#upGpuMs - this.#allocatedGpuMs;
    const { series } = this;
    const utilisation: number[] = [];
    for (let bin = 0; bin < series.used; bin++)
      utilisation.push(ratio(series.allocatedGpuMs[bin], series.upGpuMs[bin]));
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
      waitMsMax: waits.length === 0 ? 0 : waits[waits.length - 1],
      boundedSlowdownMean: ratio(this.#slowdownSum, this.#slowdownCount),
      promises: this.promises,
      promiseErrorMsMean: ratio(this.#promiseErrorMsSum, this.promises),
      utilisation: ratio(this.#allocatedGpuMs, this.#upGpuMs),
      fragmentation: ratio(this.#partialFreeGpuMs, freeGpuMs),
      simMs: this.simMs,
      utilisationOverTime: { binMs: series.binMs, utilisation },
    };
  }

  /** Workspaces that had a GPR, in order of their number. */
  perWorkspace(): WorkspaceMeasure[] {
    const { capacity, gprs, started, evictions, waitMsSum, gpuMs } = this.#workspaces;
    const rows: WorkspaceMeasure[] = [];
    for (let workspace = 0; workspace < capacity; workspace++) {
      if (gprs[workspace] === 0) continue;
      rows.push({
        workspace,
        gprs: gprs[workspace],
        started: started[workspace],
        evictions: evictions[workspace],
        waitMsMean: ratio(waitMsSum[workspace], started[workspace]),
        gpuHours: gpuMs[workspace] / 3_600_000,
      });
    }
    return rows;
  }

  #addWait(workspace: number, waitMs: number): void {
    if (this.#waitCount === this.#waits.length) {
      const waits = new Float64Array(this.#waitCount * 2);
      waits.set(this.#waits);
      this.#waits = waits;
    }
    this.#waits[this.#waitCount++] = waitMs;
    this.#workspaces.started[workspace]++;
    this.#workspaces.waitMsSum[workspace] += waitMs;
  }

  #addEviction(workspace: number): void {
    this.evictions++;
    this.#workspaces.evictions[workspace]++;
  }

  #addEnd(words: Float64Array, at: number): void {
    const workspace = words[at + 1];
    const state = words[at + 2];
    const inSystemMs = words[at + 5];
    const ranMs = words[at + 6];
    this.#workspaces.gpuMs[workspace] += ranMs * words[at + 8];
    if (words[at + 3] === Reason.eviction) this.#addEviction(workspace);
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

/** Nearest-rank percentile of ascending values, 0 of none. */
function percentile(values: Float64Array, percent: number): number {
  if (values.length === 0) return 0;
  return values[Math.max(0, Math.ceil((percent / 100) * values.length) - 1)];
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
