// How much of the shared GPUs is allocated and fragmented when a given demand has arrived, as the FGD study (Weng et al., USENIX
// ATC 2023) tabulates it. Reads facts; the core provides what they do not contain: the classes and the CPU of nodes.

import { grown } from '../../base/collections/columns.ts';
import { Fragmentation } from '../../capacity/shares/fragmentation.ts';
import { SHARED_GPUS_MAX, WHOLE_GPU } from '../../capacity/shares/share-nodes.ts';
import { Shares } from '../../capacity/shares/shares.ts';
import {
  FactKind,
  GprCreated,
  GprEnded,
  GprGpus,
  GprRequeued,
  GprShape,
  NodeAdded,
} from '../../facts/fact-catalogue.ts';
import { eachFact, type FactRun } from '../../facts/log.ts';
import type { Core } from '../../kernel/core.ts';
import { ColumnSteps, type CurveRow } from './column-steps.ts';

/** What a GPR takes of each node, and the nodes that it holds, with masks of GPUs. */
interface Sharer {
  readonly gpuMilli: number;
  readonly cpuMilli: number;
  readonly held: { readonly node: number; readonly mask: number }[];
}

export class Curves {
  readonly #core: Core;
  readonly #steps = new ColumnSteps();
  /** By pool; undefined: its GPUs are not shared. */
  readonly #measures: (Fragmentation | undefined)[] = [];
  readonly #sharers: Map<number, Sharer> = new Map();
  /** GPUs of the GPR that was created last. The fact of its shape follows. */
  #createdGpus = 0;
  /** By node: 1 = up, in a pool with shares. */
  #up = new Uint8Array(64);
  #cpuLeft = new Float64Array(64);
  #left = new Int16Array(64 * SHARED_GPUS_MAX);
  /** By node: its fragmentation, thousandths of GPUs. */
  #fragmentation = new Float64Array(64);
  #gpus = 0;
  #usedMilli = 0;
  #fragmentedMilli = 0;
  #arrivedMilli = 0;
  /** The arrived demand after each arrival of the present instant. */
  readonly #arrived: number[] = [];
  #atMs = 0;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Reads the next facts. */
  follow(run: FactRun): void {
    const { words } = run;
    eachFact(run, (kind, atMs, at) => {
      if (atMs > this.#atMs) this.#endInstant();
      this.#atMs = atMs;
      this.#read(kind, words, at);
    });
  }

  /** The table, after the last fact of the run. */
  rows(): CurveRow[] {
    this.#endInstant();
    return this.#steps.rows(this.#gpus);
  }

  #read(kind: number, words: Float64Array, at: number): void {
    switch (kind) {
      case FactKind.nodeAdded:
        this.#open(words[at + NodeAdded.node]);
        break;
      case FactKind.nodeUp:
        this.#open(words[at]);
        break;
      case FactKind.nodeDown:
      case FactKind.nodeRemoved:
        this.#close(words[at]);
        break;
      case FactKind.gprCreated:
        this.#createdGpus = words[at + GprCreated.gpusPerNode] * words[at + GprCreated.nodeCount];
        break;
      case FactKind.gprShape:
        this.#arrive(words, at);
        break;
      case FactKind.gprGpus:
        this.#take(words[at + GprGpus.uid], words[at + GprGpus.node], words[at + GprGpus.gpuIndexes]);
        break;
      case FactKind.gprRequeued:
        this.#give(words[at + GprRequeued.uid]);
        break;
      case FactKind.gprEnded:
        this.#give(words[at + GprEnded.uid]);
        this.#sharers.delete(words[at + GprEnded.uid]);
        break;
      case FactKind.gprRemoved:
        this.#sharers.delete(words[at]);
    }
  }

  #arrive(words: Float64Array, at: number): void {
    const gpuMilli = words[at + GprShape.gpuMilli];
    const cpuMilli = words[at + GprShape.cpuMilli];
    this.#sharers.set(words[at + GprShape.uid], { gpuMilli, cpuMilli, held: [] });
    this.#arrivedMilli += this.#createdGpus * gpuMilli;
    this.#arrived.push(this.#arrivedMilli);
  }

  #take(uid: number, node: number, mask: number): void {
    const sharer = this.#sharers.get(uid);
    if (sharer === undefined) return;
    sharer.held.push({ node, mask });
    this.#change(sharer, node, mask, -1);
  }

  #give(uid: number): void {
    const sharer = this.#sharers.get(uid);
    if (sharer === undefined) return;
    for (const { node, mask } of sharer.held) this.#change(sharer, node, mask, 1);
    sharer.held.length = 0;
  }

  #change({ gpuMilli, cpuMilli }: Sharer, node: number, mask: number, sign: 1 | -1): void {
    const from = node * SHARED_GPUS_MAX;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      this.#left[from + 31 - Math.clz32(rest & -rest)] += sign * gpuMilli;
      this.#usedMilli -= sign * gpuMilli;
    }
    this.#cpuLeft[node] += sign * cpuMilli;
    this.#measure(node);
  }

  #open(node: number): void {
    const { nodes } = this.#core;
    if (this.#measureOf(nodes.pool[node]) === undefined) return;
    if (node >= this.#up.length) this.#widen(node + 1);
    const from = node * SHARED_GPUS_MAX;
    this.#up[node] = 1;
    this.#cpuLeft[node] = nodes.cpuMilli[node];
    this.#left.fill(WHOLE_GPU, from, from + nodes.gpuCount[node]);
    this.#gpus += nodes.gpuCount[node];
    this.#measure(node);
  }

  /** The GPRs on the node lose it by the next facts. */
  #close(node: number): void {
    if (this.#up[node] !== 1) return;
    this.#up[node] = 0;
    this.#gpus -= this.#core.nodes.gpuCount[node];
    this.#measure(node);
  }

  #measure(node: number): void {
    const { nodes } = this.#core;
    const now =
      this.#up[node] === 0
        ? 0
        : this.#measureOf(nodes.pool[node])!.of(
            nodes.nodeClass[node],
            this.#cpuLeft[node],
            this.#left,
            node * SHARED_GPUS_MAX,
            nodes.gpuCount[node],
          );
    this.#fragmentedMilli += now - this.#fragmentation[node];
    this.#fragmentation[node] = now;
  }

  #measureOf(pool: number): Fragmentation | undefined {
    if (pool in this.#measures) return this.#measures[pool];
    const { capacity, hasShares } = this.#core.pools[pool];
    const typical = hasShares && capacity instanceof Shares ? capacity.typical : undefined;
    this.#measures[pool] = typical === undefined ? undefined : new Fragmentation(typical);
    return this.#measures[pool];
  }

  /** Notes a step for each arrival of the instant, with what is allocated and fragmented at its end. */
  #endInstant(): void {
    for (const arrived of this.#arrived)
      this.#steps.add(arrived, this.#gpus, this.#usedMilli, this.#fragmentedMilli);
    this.#arrived.length = 0;
  }

  #widen(nodes: number): void {
    const size = Math.max(nodes, this.#up.length * 2);
    this.#up = grown(this.#up, size);
    this.#cpuLeft = grown(this.#cpuLeft, size);
    this.#left = grown(this.#left, size * SHARED_GPUS_MAX);
    this.#fragmentation = grown(this.#fragmentation, size);
  }
}
