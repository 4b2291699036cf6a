// What totals are about: the world, or each cluster, node or workspace, as the number of a row.

import type { History } from '../../followers/history/history.ts';

export type SubjectKind = 'world' | 'clusters' | 'nodes' | 'workspaces';

export interface Subjects {
  readonly kind: SubjectKind;
  /** The only cluster, node or workspace; −1 = all of the kind. */
  readonly only: number;
}

/** Finds the rows of a history's subjects. A row is the number of the subject, or 0 if there is only one. */
export class Rows {
  readonly kind: SubjectKind;
  readonly size: number;
  readonly #only: number;
  readonly #history: History;

  /** @param workspaces number of workspaces so far */
  constructor({ kind, only }: Subjects, history: History, workspaces: number) {
    this.kind = kind;
    this.#only = only;
    this.#history = history;
    const all = {
      world: 1,
      clusters: history.clusterSeries.length,
      nodes: history.nodes.size,
      workspaces,
    };
    this.size = only < 0 ? all[kind] : 1;
  }

  /** −1 = not wanted. */
  ofNode(node: number): number {
    if (this.kind === 'nodes') return this.#row(node);
    return this.kind === 'workspaces' ? -1 : this.ofPool(this.#history.nodes.pool[node]);
  }

  /** Of the world or the cluster of a pool; −1 = not wanted. */
  ofPool(pool: number): number {
    if (this.kind === 'world') return 0;
    return this.kind === 'clusters' ? this.#row(this.#history.clusterOfPool(pool)) : -1;
  }

  ofWorkspace(workspace: number): number {
    return this.kind === 'workspaces' ? this.#row(workspace) : -1;
  }

  #row(number: number): number {
    if (this.#only >= 0) return number === this.#only ? 0 : -1;
    return number < this.size ? number : -1;
  }
}
