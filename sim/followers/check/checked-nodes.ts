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

export type CheckedNodes = ReturnType<typeof newCheckedNodes>;

/** @param object takes what is wrong, and what was expected */
export function newCheckedNodes(
  { clusters, instanceTypes }: CheckedScenario,
  object: (what: string) => void,
) {
  const laws: { readonly [Name in FactName]?: (words: WordsOf<Name>) => void } = {
    nodeAdded: (words) => onAdded(words),
    nodeDown: ({ node }) => onChange(node, 'down'),
    nodeUp: ({ node }) => onChange(node, 'up'),
    nodeRemoved: ({ node }) => onChange(node, 'removed'),
  };
  const nodes: Map<number, CheckedNode> = new Map();
  /** Nodes that went down or were removed in this turn. */
  const vacated: Set<CheckedNode> = new Set();
  /** CPUs and memory of each node of the scenario, in order. */
  const machines: readonly { readonly cpuMilli?: number; readonly memoryMib?: number }[] = clusters.flatMap(
    ({ nodes }) =>
      nodes.flatMap(({ instanceType, gpuModelName, count }) => {
        const type = instanceTypes.find(
          (known) => known.instanceType === instanceType && known.gpuModelName === gpuModelName,
        );
        return Array.from({ length: count }, () => type ?? {});
      }),
  );

  function onAdded(words: WordsOf<'nodeAdded'>): void {
    const { node, gpus } = words;
    if (nodes.has(node)) object(`node ${node} was added twice`);
    const { cpuMilli = Infinity, memoryMib = Infinity } = machines[node] ?? {};
    const gpuMilli = Array.from({ length: gpus }, () => WHOLE_GPU);
    nodes.set(node, { ...words, state: 'up', gprs: 0, free: gpus, gpuMilli, cpuMilli, memoryMib });
  }

  function onChange(index: number, to: CheckedNode['state']): void {
    const node = nodes.get(index);
    if (node === undefined || node.state === 'removed' || node.state === to) {
      object(
        `node ${index} became ${to}, but ${node === undefined ? 'does not exist' : `was ${node.state}`}`,
      );
      return;
    }
    node.state = to;
    vacated.add(node);
  }

  function change(node: CheckedNode, gpr: CheckedGpr, mask: number, sign: 1 | -1): void {
    const { gpuMilli, cpuMilli, memoryMib } = gpr.shape!;
    for (const gpu of gpusOf(mask))
      node.gpuMilli[gpu] = (node.gpuMilli[gpu] ?? 0) + sign * (isDedicated(gpr) ? WHOLE_GPU : gpuMilli);
    node.cpuMilli += sign * cpuMilli;
    node.memoryMib += sign * memoryMib;
  }

  return {
    laws,
    /** Gives nodes to a GPR. Returns the number of GPUs. */
    take(gpr: CheckedGpr, indexes: readonly number[]): number {
      let taken = 0;
      for (const index of indexes) {
        const event = `GPR ${gpr.uid} got node ${index}`;
        const node = nodes.get(index);
        if (node === undefined || gpr.held.has(index)) {
          object(node === undefined ? `${event}, which does not exist` : `${event} twice`);
          continue;
        }
        if (node.state !== 'up') object(`${event}, which is ${node.state}`);
        if (node.pool !== gpr.pool) object(`${event} of another pool`);
        const gpus = isDedicated(gpr) ? node.gpus : gpr.gpusPerNode;
        gpr.held.set(index, gpus);
        taken += gpus;
        node.gprs++;
        if (gpr.shape === undefined) node.free -= gpus;
        if (node.free < 0) object(`node ${index} is oversold by ${-node.free} GPUs`);
      }
      return taken;
    },
    /** @param mask of the GPUs of the node */
    takeShares(gpr: CheckedGpr, index: number, mask: number): void {
      const node = nodes.get(index);
      const wanted = gpr.held.get(index);
      if (node === undefined || wanted === undefined || gpr.shape === undefined || gpr.masks.has(index)) {
        object(`GPR ${gpr.uid} got GPUs of node ${index}; expected them once, of a node that it holds`);
        return;
      }
      const found = gpusOf(mask).length;
      if (found !== wanted) object(`GPR ${gpr.uid} got ${found} GPUs of node ${index}; expected ${wanted}`);
      gpr.masks.set(index, mask);
      change(node, gpr, mask, -1);
      const oversold = `node ${index} is oversold by`;
      for (const [gpu, milli] of node.gpuMilli.entries())
        if (milli < 0) object(`${oversold} ${-milli} thousandths of its GPU ${gpu}`);
      if (node.cpuMilli < 0) object(`${oversold} ${-node.cpuMilli} thousandths of a CPU`);
      if (node.memoryMib < 0) object(`${oversold} ${-node.memoryMib} MiB of memory`);
    },
    /** Takes back all that a GPR holds. */
    give(gpr: CheckedGpr): void {
      for (const [index, gpus] of gpr.held) {
        const node = nodes.get(index)!;
        const mask = gpr.masks.get(index);
        node.gprs--;
        if (gpr.shape === undefined) node.free += gpus;
        else if (mask !== undefined) change(node, gpr, mask, 1);
        else object(`GPR ${gpr.uid} got node ${index}; expected a fact about its GPUs there`);
      }
      gpr.held.clear();
      gpr.masks.clear();
    },
    endTurn(): void {
      for (const { node, state, gprs } of vacated)
        if (state !== 'up' && gprs > 0) object(`node ${node} is ${state}, but has GPUs in use`);
      vacated.clear();
    },
  };
}

function isDedicated({ flags }: CheckedGpr): boolean {
  return (flags & Flag.dedicatedNodes) !== 0;
}

function gpusOf(mask: number): number[] {
  return [...mask.toString(2)].reverse().flatMap((bit, gpu) => (bit === '1' ? [gpu] : []));
}
