// Checks facts about nodes: no node is oversold, has GPUs in use while it is down, or changes after its removal.

import type { CheckedScenario, Report, Rules } from '../check-report.ts';

export interface CheckedNode {
  readonly index: number;
  readonly pool: number;
  readonly gpus: number;
  free: number;
  up: boolean;
  removed: boolean;
  /** −1 = it is up, or its repair is unknown. */
  repairAtMs: number;
}

interface PoolOfNodes {
  readonly nodes: CheckedNode[];
  /** Number of free GPUs → number of nodes that are up and have it. */
  readonly levels: number[];
  isShared: boolean;
  cluster: number | undefined;
}

export class CheckedNodes {
  readonly rules: Rules<'nodeAdded' | 'nodeDown' | 'nodeUp' | 'nodeRemoved'> = {
    nodeAdded: ({ node, pool, gpus }) => this.#onAdded(node, pool, gpus),
    nodeDown: ({ node, repairAtMs }) => this.#onChange(node, 'down', repairAtMs),
    nodeUp: ({ node }) => this.#onChange(node, 'up', -1),
    nodeRemoved: ({ node }) => this.#onChange(node, 'removed', -1),
  };
  readonly #report: Report;
  readonly #nodes: Map<number, CheckedNode> = new Map();
  readonly #pools: Map<number, PoolOfNodes> = new Map();
  /** For each node of the scenario, in order: its cluster, and whether the cluster has one pool for all types. */
  readonly #initial: readonly { readonly cluster: number; readonly isShared: boolean }[];
  /** Nodes that went down or were removed in this instant. */
  readonly #vacated: Set<CheckedNode> = new Set();

  constructor(report: Report, { clusters }: CheckedScenario) {
    this.#report = report;
    this.#initial = clusters.flatMap(({ onePool, nodes }, cluster) =>
      nodes.flatMap(({ count }) => Array.from({ length: count }, () => ({ cluster, isShared: onePool }))),
    );
  }

  find(index: number): CheckedNode | undefined {
    return this.#nodes.get(index);
  }

  nodesOf(pool: number): readonly CheckedNode[] {
    return this.#pool(pool).nodes;
  }

  /** Whether a pool has all instance types of a cluster. Facts do not contain the types that a GPR accepts there. */
  isShared(pool: number): boolean {
    return this.#pool(pool).isShared;
  }

  /** Undefined for pools that the scenario does not contain: facts do not contain their cluster. */
  clusterOf(pool: number): number | undefined {
    return this.#pool(pool).cluster;
  }

  /** The number of nodes of a pool with at least `gpus` free GPUs; `all`: empty ones. */
  room(pool: number, gpus: number | 'all'): number {
    const { levels, nodes } = this.#pool(pool);
    let room = 0;
    for (let free = gpus === 'all' ? (nodes[0]?.gpus ?? 0) : gpus; free < levels.length; free++) {
      room += levels[free] ?? 0;
    }
    return room;
  }

  take(node: CheckedNode, gpus: number): void {
    this.#setFree(node, node.free - gpus);
    if (node.free < 0) this.#report.object(`node ${node.index} is oversold by ${-node.free} GPUs`);
  }

  give(index: number, gpus: number): void {
    const node = this.#nodes.get(index)!;
    this.#setFree(node, node.free + gpus);
    if (node.free > node.gpus)
      this.#report.object(`node ${index} got back more GPUs than it has: ${node.free} free of ${node.gpus}`);
  }

  endTurn(): void {
    for (const { index, up, free, gpus } of this.#vacated) {
      if (!up && free < gpus)
        this.#report.object(`node ${index} is down, but ${gpus - free} of its GPUs are in use`);
    }
    this.#vacated.clear();
  }

  #onAdded(index: number, pool: number, gpus: number): void {
    if (this.#nodes.has(index)) this.#report.object(`node ${index} was added twice`);
    const known = this.#pool(pool);
    const initial = this.#initial[index];
    if (initial !== undefined) {
      known.cluster = initial.cluster;
      known.isShared ||= initial.isShared;
    }
    const node = { index, pool, gpus, free: gpus, up: true, removed: false, repairAtMs: -1 };
    this.#nodes.set(index, node);
    known.nodes.push(node);
    this.#count(node, 1);
  }

  #onChange(index: number, to: 'up' | 'down' | 'removed', repairAtMs: number): void {
    const { atMs } = this.#report;
    const node = this.#nodes.get(index);
    if (node === undefined) {
      this.#report.object(`a fact is about node ${index}, which does not exist`);
      return;
    }
    if (node.removed) this.#report.object(`a fact is about node ${index}, which was removed`);
    else if (to !== 'removed' && node.up === (to === 'up')) {
      this.#report.object(`node ${index} was ${to} already`);
    }
    if (repairAtMs >= 0 && repairAtMs < atMs)
      this.#report.object(`node ${index} went down with a repair in the past, at ${repairAtMs} ms`);
    if (to === 'up' && node.repairAtMs >= 0 && atMs > node.repairAtMs)
      this.#report.object(`node ${index} came up late; expected its repair at ${node.repairAtMs} ms`);
    this.#count(node, -1);
    node.up = to === 'up';
    node.removed ||= to === 'removed';
    node.repairAtMs = repairAtMs;
    this.#count(node, 1);
    if (!node.up) this.#vacated.add(node);
  }

  #setFree(node: CheckedNode, free: number): void {
    this.#count(node, -1);
    node.free = free;
    this.#count(node, 1);
  }

  #count({ pool, up, free }: CheckedNode, sign: 1 | -1): void {
    if (!up || free < 0) return;
    const { levels } = this.#pool(pool);
    levels[free] = (levels[free] ?? 0) + sign;
  }

  #pool(pool: number): PoolOfNodes {
    const known = this.#pools.get(pool);
    if (known !== undefined) return known;
    const added = { nodes: [], levels: [], isShared: false, cluster: undefined };
    this.#pools.set(pool, added);
    return added;
  }
}
