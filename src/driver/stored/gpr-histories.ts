// The history of each GPR, derived from the facts.

import { type FactView, type FactViewOf, GPR_STATES } from '../../../sim/index.ts';

export const HISTORY_STATES = [...GPR_STATES, 'Removed'] as const;

/** `Removed`: a DELETE removed the GPR while it was queued. */
export type HistoryState = (typeof HISTORY_STATES)[number];

export interface GprHistory {
  readonly gprId: string;
  readonly workspace: string;
  readonly cluster: string;
  readonly instanceType: string;
  readonly nodeCount: number;
  readonly gpusPerNode: number;
  priority: number;
  state: HistoryState;
  /** Why it ended; '' without a reason. */
  reason: string;
  readonly createdAtMs: number;
  /** When it first got GPUs; null before that. */
  startedAtMs: number | null;
  endedAtMs: number | null;
  /** Time with provisioned GPUs, summed over all attempts; null before the end. */
  ranMs: number | null;
  /** How often another GPR took its GPUs. */
  evictions: number;
  /** How often it was queued again for any reason. */
  requeues: number;
  /** The nodes of its current or last attempt. */
  nodes: readonly string[];
}

export class GprHistories {
  readonly #open = new Map<string, GprHistory>();

  /** Reads the next facts; returns the histories that end with them, in the order of their ends. */
  read(facts: readonly FactView[]): GprHistory[] {
    const ended: GprHistory[] = [];
    for (const fact of facts) {
      if (fact.kind === 'gpr.created') {
        this.#open.set(fact.gprId, begin(fact));
        continue;
      }
      const history = fact.gprId == null ? undefined : this.#open.get(fact.gprId);
      if (history === undefined) continue;
      extend(history, fact);
      if (history.endedAtMs === null) continue;
      this.#open.delete(history.gprId);
      ended.push(history);
    }
    return ended;
  }

  /** The histories that have not ended, in the order of creation. */
  open(): Iterable<GprHistory> {
    return this.#open.values();
  }
}

function begin(created: FactViewOf<'gpr.created'>): GprHistory {
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

function extend(history: GprHistory, fact: FactView): void {
  switch (fact.kind) {
    case 'gpr.provisioning':
      history.state = 'Provisioning';
      history.startedAtMs ??= fact.atMs;
      history.nodes = fact.nodes;
      break;
    case 'gpr.successful':
      history.state = 'Successful';
      break;
    case 'gpr.requeued':
      history.state = 'Queued';
      history.requeues++;
      if (fact.reason === 'eviction') history.evictions++;
      break;
    case 'gpr.changed':
      history.priority = fact.priority;
      break;
    case 'gpr.ended':
      history.state = fact.state;
      history.reason = fact.reason;
      history.endedAtMs = fact.atMs;
      history.ranMs = fact.ranMs;
      if (fact.reason === 'eviction') history.evictions++;
      break;
    case 'gpr.removed':
      history.state = 'Removed';
      history.endedAtMs = fact.atMs;
      break;
  }
}
