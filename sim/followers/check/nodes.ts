// Nodes: none oversold, none holding anything while it is down, none in use after its removal.

import type { CheckedScenario, Report, Rules } from './report.ts';

export interface CheckedNode {
  readonly index: number;
  readonly pool: number;
  readonly gpus: number;
  free: number;
  up: boolean;
  removed: boolean;
  /** −1 unless it is down and its repair is known. */
  repairAtMs: number;
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
  readonly #nodesOf: Map<number, CheckedNode[]> = new Map();
  /** pool → how many of its nodes that are up have so many free GPUs. */
  readonly #levels: Map<number, number[]> = new Map();
  /** The scenario's nodes in their order: their cluster, and whether all its types are in one pool. */
  readonly #initial: readonly { readonly cluster: number; readonly isShared: boolean }[];
  readonly #sharedPools: Set<number> = new Set();
  readonly #clusterOf: Map<number, number> = new Map();
  /** Nodes that went down or were removed in this instant. */
  readonly #vacated: Set<CheckedNode> = new Set();

  constructor(report: Report, { clusters }: CheckedScenario) {
    this.#report = report;
    this.#initial = clusters.flatMap(({ onePool, nodes }, cluster) =>
      nodes.flatMap(({ count }) =>
        new Array<{ cluster: number; isShared: boolean }>(count).fill({
          cluster,
          isShared: onePool,
        }),
      ),
    );
  }

  find(index: number): CheckedNode | undefined {
    return this.#nodes.get(index);
  }

  nodesOf(pool: number): readonly CheckedNode[] {
    return this.#nodesOf.get(pool) ?? [];
  }

  /** A pool of all types of a cluster: facts do not tell which of them a GPR accepts. */
  isShared(pool: number): boolean {
    return this.#sharedPools.has(pool);
  }

  /** Undefined for pools that came later: facts do not tell. */
  clusterOf(pool: number): number | undefined {
    return this.#clusterOf.get(pool);
  }

  /** How many nodes of a pool have so many free GPUs, or are empty. */
  room(pool: number, gpus: number | 'all'): number {
    const levels = this.#levels.get(pool) ?? [];
    const from = gpus === 'all' ? (this.nodesOf(pool)[0]?.gpus ?? 0) : gpus;
    let nodes = 0;
    for (let free = from; free < levels.length; free++) nodes += levels[free] ?? 0;
    return nodes;
  }

  take(node: CheckedNode, gpus: number): void {
    this.#setFree(node, node.free - gpus);
    if (node.free < 0) this.#report.object(`node ${node.index} is oversold by ${-node.free} GPUs`);
  }

  give(index: number, gpus: number): void {
    const node = this.#nodes.get(index)!;
    this.#setFree(node, node.free + gpus);
    if (node.free > node.gpus) this.#report.object(`node ${index} got back more than it has`);
  }

  endTurn(): void {
    for (const { index, up, free, gpus } of this.#vacated) {
      if (!up && free < gpus) this.#report.object(`node ${index} is down and holds ${gpus - free} GPUs`);
    }
    this.#vacated.clear();
  }

  #onAdded(index: number, pool: number, gpus: number): void {
    if (this.#nodes.has(index)) this.#report.object(`node ${index} was added twice`);
    const initial = this.#initial[index];
    if (initial?.isShared) this.#sharedPools.add(pool);
    if (initial !== undefined) this.#clusterOf.set(pool, initial.cluster);
    const node = { index, pool, gpus, free: gpus, up: true, removed: false, repairAtMs: -1 };
    this.#nodes.set(index, node);
    if (!this.#nodesOf.has(pool)) this.#nodesOf.set(pool, []);
    this.#nodesOf.get(pool)!.push(node);
    this.#count(node, 1);
  }

  #onChange(index: number, to: 'up' | 'down' | 'removed', repairAtMs: number): void {
    const { atMs } = this.#report;
    const node = this.#nodes.get(index);
    if (node === undefined) {
      this.#report.object(`node ${index} is spoken of, but there is none`);
      return;
    }
    if (node.removed) this.#report.object(`node ${index} was removed before`);
    else if (to !== 'removed' && node.up === (to === 'up')) {
      this.#report.object(`node ${index} was in that state already`);
    }
    if (repairAtMs >= 0 && repairAtMs < atMs)
      this.#report.object(`node ${index} went down, to be repaired at ${repairAtMs}`);
    if (to === 'up' && node.repairAtMs >= 0 && atMs > node.repairAtMs)
      this.#report.object(`node ${index} is up, its repair was at ${node.repairAtMs}`);
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
    if (!this.#levels.has(pool)) this.#levels.set(pool, []);
    const levels = this.#levels.get(pool)!;
    levels[free] = (levels[free] ?? 0) + sign;
  }
}
