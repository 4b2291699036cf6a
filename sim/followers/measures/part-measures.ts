// Measures of the parts of a world: its pools, its clusters and, where wanted, its workspaces. `Measures` reads the facts, decides
// what is measured, and calls these methods.

import { grown } from '../../base/collections/columns.ts';
import { TIME_MAX_MS } from '../../base/numbers/time.ts';
import { FactKind } from '../../facts/fact-catalogue.ts';
import { GprStep, MORE_PROVISIONED, MORE_QUEUED } from '../../facts/gpr-step.ts';
import { State } from '../../facts/numbered.ts';
import type { Core } from '../../kernel/core.ts';
import { Field, indexOf, Real, ROW } from '../../tables/gprs/gpr-table.ts';
import { NodeState } from '../../tables/pools/node-table.ts';
import type { MeasureWindow } from './measure-window.ts';
import { measureOf, type PartMeasure, sortedByPart } from './part-figures.ts';
import { Count, PartTable, WITH_NODES, WITHOUT_NODES } from './part-sums.ts';

const WHOLE_GPU = 1000;

/** By number. */
export interface PartsMeasured {
  readonly pools: readonly PartMeasure[];
  readonly clusters: readonly PartMeasure[];
  /** Those with a figure above 0. Empty if they are not counted. */
  readonly workspaces: readonly PartMeasure[];
}

export class PartMeasures {
  readonly #core: Core;
  readonly #window: MeasureWindow;
  readonly #pools: PartTable;
  readonly #clusters: PartTable;
  readonly #workspaces: PartTable | null;
  /** Ordinal of a row → GPUs that its GPR holds, a share as a fraction, and GPU time that it needs: 0 if the GPR is not measured. */
  #held = new Float64Array(64);
  #neededGpuMs = new Float64Array(64);
  /** Node → 1 if it is up. */
  #up = new Uint8Array(64);
  /** By wait, in the order of `waited`. */
  #waitPools = new Int32Array(64);
  #waitWorkspaces = new Int32Array(64);
  #waits = 0;
  /** The time of the window that was over at the last measured arrival. */
  #arrivedMs = 0;

  /** Begins with the present state of the world. */
  constructor(core: Core, window: MeasureWindow, hasWorkspaces: boolean) {
    this.#core = core;
    this.#window = window;
    this.#pools = new PartTable(WITH_NODES);
    this.#clusters = new PartTable(WITH_NODES);
    this.#workspaces = hasWorkspaces ? new PartTable(WITHOUT_NODES) : null;
    const { nodes, gprs, now } = core;
    for (let node = 0; node < nodes.size; node++)
      if (nodes.state[node] === NodeState.up) this.#nodeUp(now, node);
    for (let row = 0; row < gprs.used; row += ROW) {
      if (gprs.isProvisioned(row)) this.#hold(now, row, 0, gprs.gpusHeld[row]);
      else if (gprs.state[row] === State.queued) this.#move(now, row, 1, 0);
    }
  }

  /** @param exitMs its whole exit duration */
  created(atMs: number, row: number, exitMs: number): void {
    const { reals } = this.#core.gprs;
    const { fromMs, toMs } = this.#window;
    this.#move(atMs, row, 1, 0);
    const index = indexOf(row);
    if (index >= this.#neededGpuMs.length) this.#neededGpuMs = grown(this.#neededGpuMs, index * 2);
    this.#neededGpuMs[index] = 0;
    // A GPR that a burst replaced keeps the instant of its creation.
    const createdAt = reals[row + Real.createdAt];
    if (createdAt < fromMs || createdAt >= toMs) return;
    this.#arrivedMs = Math.max(this.#arrivedMs, createdAt - fromMs);
    const runMs = Math.min(exitMs, reals[row + Real.runLeftMs] + reals[row + Real.ranMs]);
    // What stays until simulated time ends asks for no definite GPU time.
    if (runMs >= TIME_MAX_MS) return;
    this.#need(row, this.#gpusOf(row) * this.#provisionedMs(runMs));
  }

  started(atMs: number, row: number, gpus: number): void {
    this.#hold(atMs, row, -1, gpus);
  }

  /** A GPR loses its GPUs or leaves the queue without a start. @param step of `GprStep` */
  left(step: number, atMs: number, row: number): void {
    const lost = MORE_PROVISIONED[step] < 0 ? this.#held[indexOf(row)] : 0;
    this.#move(atMs, row, MORE_QUEUED[step], -lost);
    if (step === GprStep.removed) this.#need(row, 0);
  }

  /** A GPR ended because it was idle. @param ranMs how long it ran */
  timedOut(row: number, ranMs: number): void {
    if (this.#neededGpuMs[indexOf(row)] > 0) this.#need(row, this.#gpusOf(row) * this.#provisionedMs(ranMs));
  }

  /** Reads a fact that is no step of a GPR. @param first its first word */
  see(kind: number, atMs: number, first: number): void {
    if (kind === FactKind.nodeAdded || kind === FactKind.nodeUp) this.#nodeUp(atMs, first);
    else if (kind === FactKind.nodeDown || kind === FactKind.nodeRemoved) this.#nodeDown(atMs, first);
  }

  /** @param what of `Count` */
  count(row: number, what: number): void {
    const { ints } = this.#core.gprs;
    const pool = ints[row + Field.pool];
    this.#pools.count(pool, what, 1);
    this.#clusters.count(this.#core.pools[pool].cluster, what, 1);
    this.#workspaces?.count(ints[row + Field.workspace], what, 1);
  }

  /** Counts a wait, which `Measures` keeps in the same order. */
  waited(row: number): void {
    const { ints } = this.#core.gprs;
    const wait = this.#waits++;
    if (wait === this.#waitPools.length) this.#waitPools = grown(this.#waitPools, wait * 2);
    this.#waitPools[wait] = ints[row + Field.pool];
    if (this.#workspaces === null) return;
    if (wait === this.#waitWorkspaces.length) this.#waitWorkspaces = grown(this.#waitWorkspaces, wait * 2);
    this.#waitWorkspaces[wait] = ints[row + Field.workspace];
  }

  /** @param waits all of them, in the order of `waited` */
  measured(nowMs: number, waits: Float64Array): PartsMeasured {
    const { pools } = this.#core;
    const elapsedMs = this.#elapsedAt(nowMs);
    const arrivedMs = this.#arrivedMs;
    const clusterOf = (wait: number) => pools[this.#waitPools[wait]].cluster;
    const clusters = [...new Set(pools.map(({ cluster }) => cluster))].sort((a, b) => a - b);
    const measures = (table: PartTable, parts: Iterable<number>, partOf: (wait: number) => number) => {
      const sorted = sortedByPart(waits, table.size, partOf);
      return Array.from(parts, (part) =>
        measureOf({ table, part, waits: sorted(part), elapsedMs, arrivedMs }),
      );
    };
    return {
      pools: measures(this.#pools, pools.keys(), (wait) => this.#waitPools[wait]),
      clusters: measures(this.#clusters, clusters, clusterOf),
      workspaces:
        this.#workspaces === null
          ? []
          : measures(
              this.#workspaces,
              Array(this.#workspaces.size).keys(),
              (wait) => this.#waitWorkspaces[wait],
            ).filter(isUsed),
    };
  }

  #nodeUp(atMs: number, node: number): void {
    if (node >= this.#up.length) this.#up = grown(this.#up, node * 2);
    if (this.#up[node] === 0) this.#setUp(atMs, node, 1);
  }

  #nodeDown(atMs: number, node: number): void {
    if (this.#up[node] === 1) this.#setUp(atMs, node, 0);
  }

  /** Returns the time of the window that is over at an instant, ms. */
  #elapsedAt(atMs: number): number {
    const { fromMs, toMs } = this.#window;
    return Math.max(0, Math.min(atMs, toMs) - fromMs);
  }

  /** Changes how many GPRs are Queued and how many GPUs are held where a GPR is. */
  #move(atMs: number, row: number, queued: number, heldGpus: number): void {
    const { gprs, pools } = this.#core;
    const elapsedMs = this.#elapsedAt(atMs);
    const pool = gprs.ints[row + Field.pool];
    this.#pools.move(pool, elapsedMs, queued, heldGpus);
    this.#clusters.move(pools[pool].cluster, elapsedMs, queued, heldGpus);
    if (this.#workspaces !== null)
      this.#workspaces.move(gprs.ints[row + Field.workspace], elapsedMs, queued, heldGpus);
  }

  #hold(atMs: number, row: number, queued: number, gpus: number): void {
    const index = indexOf(row);
    if (index >= this.#held.length) this.#held = grown(this.#held, index * 2);
    this.#held[index] = this.#counted(row, gpus);
    this.#move(atMs, row, queued, this.#held[index]);
  }

  #setUp(atMs: number, node: number, isUp: 0 | 1): void {
    const { nodes, pools } = this.#core;
    const gpus = isUp === 1 ? nodes.gpuCount[node] : -nodes.gpuCount[node];
    const elapsedMs = this.#elapsedAt(atMs);
    this.#up[node] = isUp;
    this.#pools.changeUp(nodes.pool[node], elapsedMs, gpus, this.#arrivedMs);
    this.#clusters.changeUp(pools[nodes.pool[node]].cluster, elapsedMs, gpus, this.#arrivedMs);
  }

  /** Sets the GPU time that a GPR needs. */
  #need(row: number, gpuMs: number): void {
    const { gprs, pools } = this.#core;
    const pool = gprs.ints[row + Field.pool];
    const more = gpuMs - this.#neededGpuMs[indexOf(row)];
    this.#neededGpuMs[indexOf(row)] = gpuMs;
    this.#pools.count(pool, Count.neededGpuMs, more);
    this.#clusters.count(pools[pool].cluster, Count.neededGpuMs, more);
  }

  /** In a pool of several instance types, dedicated nodes count as nodes of the first type. */
  #gpusOf(row: number): number {
    const { gprs, demands, pools } = this.#core;
    const demand = gprs.demand[row];
    return this.#counted(row, demands.nodes[demand] * pools[gprs.pool[row]].capacity.need(demand, 0));
  }

  /** GPUs of a GPR as measured: shares count as fractions. */
  #counted(row: number, gpus: number): number {
    const { gprs, demands } = this.#core;
    return (gpus * demands.gpuMilli[gprs.demand[row]]) / WHOLE_GPU;
  }

  #provisionedMs(runMs: number): number {
    return this.#core.rules.provisioningDelayMs + runMs;
  }
}

function isUsed({ gprs, started, evictions, gpuHours, queueLengthMax }: PartMeasure): boolean {
  return gprs > 0 || started > 0 || evictions > 0 || gpuHours > 0 || queueLengthMax > 0;
}
