// The tables `nodes` and `outages`. Nodes have their numbers in facts + 1.

import type { NodeName } from '../../../../../sim/index.ts';
import type { Inserts } from './inserts.ts';
import type { Levels } from './levels.ts';

interface Node {
  readonly name: NodeName;
  /** Number of its cluster. */
  readonly cluster: number;
  readonly gpus: number;
  readonly addedAtMs: number;
  removedAtMs: number | null;
  /** Its present outage, 0 = it is up or removed. */
  outage: number;
  downAtMs: number;
}

export class NodeRows {
  readonly #nodes: Node[] = [];
  readonly #rows: Inserts;
  readonly #outages: Inserts;
  readonly #levels: Levels;
  #outageCount = 0;

  constructor(nodes: Inserts, outages: Inserts, levels: Levels) {
    this.#rows = nodes;
    this.#outages = outages;
    this.#levels = levels;
  }

  gpusOf(node: number): number {
    return this.#nodes[node].gpus;
  }

  /** Adds the next node. @param cluster number of its cluster */
  added(name: NodeName, cluster: number, gpus: number, atMs: number): void {
    this.#nodes.push({ name, cluster, gpus, addedAtMs: atMs, removedAtMs: null, outage: 0, downAtMs: 0 });
    this.#levels.at(cluster, atMs).upGpus += gpus;
  }

  down(number: number, atMs: number): void {
    const node = this.#nodes[number];
    node.outage = ++this.#outageCount;
    node.downAtMs = atMs;
    this.#levels.at(node.cluster, atMs).upGpus -= node.gpus;
  }

  up(number: number, atMs: number): void {
    const node = this.#nodes[number];
    this.#endOutage(number, atMs);
    this.#levels.at(node.cluster, atMs).upGpus += node.gpus;
  }

  removed(number: number, atMs: number): void {
    const node = this.#nodes[number];
    node.removedAtMs = atMs;
    if (node.outage > 0) this.#endOutage(number, atMs);
    else this.#levels.at(node.cluster, atMs).upGpus -= node.gpus;
  }

  /** Writes the nodes, and the outages that have not ended. */
  end(): void {
    for (const [number, { name: names, gpus, addedAtMs, removedAtMs, outage }] of this.#nodes.entries()) {
      if (outage > 0) this.#endOutage(number, null);
      const { name, cluster, instanceType, gpuModelName } = names;
      this.#rows.add(number + 1, name, cluster, instanceType, gpuModelName, gpus, addedAtMs, removedAtMs);
    }
  }

  #endOutage(number: number, atMs: number | null): void {
    const node = this.#nodes[number];
    this.#outages.add(node.outage, number + 1, node.downAtMs, atMs);
    node.outage = 0;
  }
}
