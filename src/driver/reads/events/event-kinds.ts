// Which facts are events, and of which kind.

import type { FactView, ReasonName, Scenario } from '../../../../sim/index.ts';
import type { EventKind } from '../../event.ts';

/** Kinds of facts that are events of one kind. */
const KIND_OF_FACT: Readonly<Partial<Record<FactView['kind'], EventKind>>> = {
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
  'order.changed': 'scheduler',
  'workload.changed': 'workload',
  'fault.added': 'fault',
  'fault.struck': 'fault',
  'fault.removed': 'fault',
};

const KIND_OF_REASON: Readonly<Record<ReasonName, EventKind>> = {
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

/** Undefined if the fact is no event. @param setUp number of facts that made the nodes and workspaces of the scenario */
export function eventKindOf(fact: FactView, setUp: number): EventKind | undefined {
  if (fact.kind === 'gpr.ended' || fact.kind === 'gpr.requeued') return KIND_OF_REASON[fact.reason];
  return fact.seq <= setUp ? undefined : KIND_OF_FACT[fact.kind];
}

/** The kinds of facts among which events of these kinds are. */
export function factKindsOf(kinds: readonly EventKind[]): FactView['kind'][] {
  const simple = (Object.keys(KIND_OF_FACT) as FactView['kind'][]).filter((kind) =>
    kinds.includes(KIND_OF_FACT[kind]!),
  );
  const ends = Object.values(KIND_OF_REASON).some((kind) => kinds.includes(kind));
  return ends ? [...simple, 'gpr.ended', 'gpr.requeued'] : simple;
}

/** The first facts of a world add the nodes and the workspaces of its scenario. */
export function setUpFacts({ clusters, workspaces }: Scenario): number {
  const nodes = clusters.flatMap((cluster) => cluster.nodes).reduce((sum, { count }) => sum + count, 0);
  return nodes + workspaces.length;
}

/** Whether the fact ended an attempt, whose nodes the history knows. */
export function endsAttempt(fact: FactView): boolean {
  if (fact.kind === 'gpr.ended') return fact.reason !== 'workspace deleted' && fact.reason !== 'no room';
  return fact.kind === 'gpr.requeued';
}
