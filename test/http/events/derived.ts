// Derives events from the pages of `GET /sim/facts`, without the program.

// biome-ignore lint/suspicious/noExplicitAny: the facts of an answer
type Fact = any;

export interface Derived {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly gprId: string | null;
  readonly by: string | null;
  readonly nodes: readonly string[];
  readonly outcome: string | null;
  readonly workspace: string | null;
}

const simple: Readonly<Record<string, string>> = {
  'gpr.created': 'creation',
  'gpr.provisioning': 'start',
  'gpr.removed': 'deletion',
  'gpr.changed': 'change',
  'node.down': 'failure',
  'node.up': 'repair',
  'node.added': 'node-added',
  'node.removed': 'node-removed',
  'workspace.created': 'workspace',
  'workspace.going': 'workspace',
  'workspace.gone': 'workspace',
  'placement.moved': 'burst',
  'scheduler.changed': 'scheduler',
  'workload.changed': 'workload',
  'fault.added': 'fault',
  'fault.struck': 'fault',
  'fault.removed': 'fault',
};

const reasons: Readonly<Record<string, string>> = {
  'exit duration over': 'completion',
  'work done': 'completion',
  'early release': 'release',
  'idle time-out': 'time-out',
  'node failure': 'loss',
  eviction: 'eviction',
  'provisioning failed': 'provisioning-failure',
  'workspace deleted': 'deletion',
  'no room': 'refusal',
};

/** @param setUp number of facts that made the nodes and the workspaces of the scenario */
export function derived(facts: readonly Fact[], setUp: number): Derived[] {
  const holds = new Map<string, string[]>();
  const events: Derived[] = [];
  for (const fact of facts) {
    const { seq, at, kind, gprId = null, workspace = null } = fact;
    const add = (event: Partial<Derived>) =>
      events.push({
        seq,
        at,
        kind: '',
        gprId,
        by: null,
        nodes: [],
        outcome: null,
        workspace,
        ...event,
      });
    if (kind === 'gpr.provisioning') {
      holds.set(gprId, fact.nodes);
      add({ kind: 'start', nodes: fact.nodes });
    } else if (kind === 'gpr.ended' || kind === 'gpr.requeued') {
      add({
        kind: reasons[fact.reason]!,
        by: fact.reason === 'eviction' ? fact.culprit : null,
        nodes: fact.reason === 'workspace deleted' ? [] : (holds.get(gprId) ?? []),
        outcome: fact.state ?? 'requeued',
      });
      holds.delete(gprId);
    } else if (seq > setUp && simple[kind] !== undefined)
      add({ kind: simple[kind], nodes: fact.node === undefined ? [] : [fact.node] });
  }
  return events;
}
