// What became of each GPR, as the facts tell it.

import { type FactView, type FactViewOf, GPR_STATES } from '../../../sim/index.ts';

export const LIFE_STATES = [...GPR_STATES, 'Removed'] as const;

/** `Removed`: by DELETE, while it was queued. */
export type LifeState = (typeof LIFE_STATES)[number];

export interface Life {
  readonly gprId: string;
  readonly workspace: string;
  readonly cluster: string;
  readonly instanceType: string;
  readonly nodeCount: number;
  readonly gpusPerNode: number;
  priority: number;
  state: LifeState;
  /** Why it ended, '' where nothing is to be said. */
  reason: string;
  readonly createdAtMs: number;
  /** When it first got GPUs, null as long as it has not. */
  startedAtMs: number | null;
  endedAtMs: number | null;
  /** Time with GPUs that were provisioned, over all its stretches; null before the end. */
  ranMs: number | null;
  /** How often its GPUs were taken for another GPR, and how often it was queued again for any reason. */
  evictions: number;
  requeues: number;
  /** Those it has, or had last. */
  nodes: readonly string[];
}

export class GprHistories {
  readonly #open = new Map<string, Life>();

  /** Takes the next facts; gives the lives that end with them, in that order. */
  read(facts: readonly FactView[]): Life[] {
    const ended: Life[] = [];
    for (const fact of facts) {
      if (fact.kind === 'gpr.created') {
        this.#open.set(fact.gprId, begin(fact));
        continue;
      }
      const life = fact.gprId == null ? undefined : this.#open.get(fact.gprId);
      if (life === undefined) continue;
      live(life, fact);
      if (life.endedAtMs === null) continue;
      this.#open.delete(life.gprId);
      ended.push(life);
    }
    return ended;
  }

  /** Those that have not ended, in the order of their creation. */
  open(): Iterable<Life> {
    return this.#open.values();
  }
}

function begin(created: FactViewOf<'gpr.created'>): Life {
  return {
    gprId: created.gprId,
    workspace: created.workspace,
    cluster: created.cluster,
    instanceType: created.instanceType,
    nodeCount: created.nodeCount,
    gpusPerNode: created.gpusPerNode,
    priority: created.priority,
    state: 'Queued',
    reason: '',
    createdAtMs: created.atMs,
    startedAtMs: null,
    endedAtMs: null,
    ranMs: null,
    evictions: 0,
    requeues: 0,
    nodes: [],
  };
}

function live(life: Life, fact: FactView): void {
  switch (fact.kind) {
    case 'gpr.provisioning':
      life.state = 'Provisioning';
      life.startedAtMs ??= fact.atMs;
      life.nodes = fact.nodes;
      break;
    case 'gpr.successful':
      life.state = 'Successful';
      break;
    case 'gpr.requeued':
      life.state = 'Queued';
      life.requeues++;
      if (fact.reason === 'eviction') life.evictions++;
      break;
    case 'gpr.changed':
      life.priority = fact.priority;
      break;
    case 'gpr.ended':
      life.state = fact.state;
      life.reason = fact.reason;
      life.endedAtMs = fact.atMs;
      life.ranMs = fact.ranMs;
      if (fact.reason === 'eviction') life.evictions++;
      break;
    case 'gpr.removed':
      life.state = 'Removed';
      life.endedAtMs = fact.atMs;
      break;
  }
}
