// The laws about nodes: what GPRs take of each node.

import type { FactName, WordsOf } from '../../facts/fact-catalogue.ts';
import type { Scenario } from '../../language/scenario.ts';
import { Flag } from '../../tables/gprs/gpr-table.ts';

export type CheckedScenario = Pick<Scenario, 'scheduler' | 'clusters' | 'instanceTypes'>;

/** A GPR as facts describe it. */
export interface CheckedGpr extends WordsOf<'gprCreated'> {
  state: number;
  /** Node → GPUs. */
  readonly held: Map<number, number>;
  /** Node → mask of its GPUs, in a pool with shared GPUs. */
  readonly masks: Map<number, number>;
  /** What it takes of each of its nodes; undefined in a pool of whole GPUs. */
  shape: WordsOf<'gprShape'> | undefined;
  createdAtMs: number;
  hasStarted: boolean;
  successfulAtMs: number;
  ranMs: number;
  retries: number;
}

interface CheckedNode extends WordsOf<'nodeAdded'> {
  state: 'up' | 'down' | 'removed';
  /** Number of GPRs on it. */
  gprs: number;
  /** What the node has left: GPUs in a pool of whole GPUs, else thousandths of each GPU. */
  free: number;
  readonly gpuMilli: number[];
  /** Infinity if the scenario does not state what the node has. */
  cpuMilli: number;
  memoryMib: number;
}

const WHOLE_GPU = 1000;

export class CheckedNodes {
  readonly laws: { readonly [Name in FactName]?: (words: WordsOf<Name>) => void } = {
    nodeAdded: (words) => this.#onAdded(words),
    nodeDown: ({ node }) => this.#onChange(node, 'down'),
    nodeUp: ({ node }) => this.#onChange(node, 'up'),
    nodeRemoved: ({ node }) => this.#onChange(node, 'removed'),
  };
  readonly #object: (what: string) => void;
  readonly #nodes: Map<number, CheckedNode> = new Map();
  /** CPUs and memory of each node of the scenario, in order. */
  readonly #machines: readonly { readonly cpuMilli?: number; readonly memoryMib?: number }[];
  /** Nodes that went down or were removed in this turn. */
  readonly #vacated: Set<CheckedNode> = new Set();

  /** @param object takes what is wrong, and what was expected */
  constructor({ clusters, instanceTypes }: CheckedScenario, object: (what: string) => void) {
    this.#object = object;
    this.#machines = clusters.flatMap(({ nodes }) =>
      nodes.flatMap(({ instanceType, gpuModelName, count }) => {
        const type = instanceTypes.find(
          (known) => known.instanceType === instanceType && known.gpuModelName === gpuModelName,
        );
        return Array.from({ length: count }, () => type ?? {});
      }),
    );
  }

  /** Gives nodes to a GPR. Returns the number of GPUs. */
  take(gpr: CheckedGpr, indexes: readonly number[]): number {
    let taken = 0;
    for (const index of indexes) {
      const event = `GPR ${gpr.uid} got node ${index}`;
      const node = this.#nodes.get(index);
      if (node === undefined || gpr.held.has(index)) {
        this.#object(node === undefined ? `${event}, which does not exist` : `${event} twice`);
        continue;
      }
      if (node.state !== 'up') this.#object(`${event}, which is ${node.state}`);
      if (node.pool !== gpr.pool) this.#object(`${event} of another pool`);
      const gpus = isDedicated(gpr) ? node.gpus : gpr.gpusPerNode;
      gpr.held.set(index, gpus);
      taken += gpus;
      node.gprs++;
      if (gpr.shape === undefined) node.free -= gpus;
      if (node.free < 0) this.#object(`node ${index} is oversold by ${-node.free} GPUs`);
    }
    return taken;
  }

  /** @param mask of the GPUs of the node */
  takeShares(gpr: CheckedGpr, index: number, mask: number): void {
    const node = this.#nodes.get(index);
    const wanted = gpr.held.get(index);
    if (node === undefined || wanted === undefined || gpr.shape === undefined || gpr.masks.has(index)) {
      this.#object(`GPR ${gpr.uid} got GPUs of node ${index}; expected them once, of a node that it holds`);
      return;
    }
    const found = gpusOf(mask).length;
    if (found !== wanted)
      this.#object(`GPR ${gpr.uid} got ${found} GPUs of node ${index}; expected ${wanted}`);
    gpr.masks.set(index, mask);
    this.#change(node, gpr, mask, -1);
    const oversold = `node ${index} is oversold by`;
    for (const [gpu, milli] of node.gpuMilli.entries())
      if (milli < 0) this.#object(`${oversold} ${-milli} thousandths of its GPU ${gpu}`);
    if (node.cpuMilli < 0) this.#object(`${oversold} ${-node.cpuMilli} thousandths of a CPU`);
    if (node.memoryMib < 0) this.#object(`${oversold} ${-node.memoryMib} MiB of memory`);
  }

  /** Takes back all that a GPR holds. */
  give(gpr: CheckedGpr): void {
    for (const [index, gpus] of gpr.held) {
      const node = this.#nodes.get(index)!;
      const mask = gpr.masks.get(index);
      node.gprs--;
      if (gpr.shape === undefined) node.free += gpus;
      else if (mask !== undefined) this.#change(node, gpr, mask, 1);
      else this.#object(`GPR ${gpr.uid} got node ${index}; expected a fact about its GPUs there`);
    }
    gpr.held.clear();
    gpr.masks.clear();
  }

  endTurn(): void {
    for (const { node, state, gprs } of this.#vacated)
      if (state !== 'up' && gprs > 0) this.#object(`node ${node} is ${state}, but has GPUs in use`);
    this.#vacated.clear();
  }

  #onAdded(words: WordsOf<'nodeAdded'>): void {
    const { node, gpus } = words;
    if (this.#nodes.has(node)) this.#object(`node ${node} was added twice`);
    const { cpuMilli = Infinity, memoryMib = Infinity } = this.#machines[node] ?? {};
    const gpuMilli = Array.from({ length: gpus }, () => WHOLE_GPU);
    this.#nodes.set(node, { ...words, state: 'up', gprs: 0, free: gpus, gpuMilli, cpuMilli, memoryMib });
  }

  #onChange(index: number, to: CheckedNode['state']): void {
    const node = this.#nodes.get(index);
    if (node === undefined || node.state === 'removed' || node.state === to) {
      this.#object(
        `node ${index} became ${to}, but ${node === undefined ? 'does not exist' : `was ${node.state}`}`,
      );
      return;
    }
    node.state = to;
    this.#vacated.add(node);
  }

  #change(node: CheckedNode, gpr: CheckedGpr, mask: number, sign: 1 | -1): void {
    const { gpuMilli, cpuMilli, memoryMib } = gpr.shape!;
    for (const gpu of gpusOf(mask))
      node.gpuMilli[gpu] = (node.gpuMilli[gpu] ?? 0) + sign * (isDedicated(gpr) ? WHOLE_GPU : gpuMilli);
    node.cpuMilli += sign * cpuMilli;
    node.memoryMib += sign * memoryMib;
  }
}

function isDedicated({ flags }: CheckedGpr): boolean {
  return (flags & Flag.dedicatedNodes) !== 0;
}

function gpusOf(mask: number): number[] {
  return [...mask.toString(2)].reverse().flatMap((bit, gpu) => (bit === '1' ? [gpu] : []));
}
