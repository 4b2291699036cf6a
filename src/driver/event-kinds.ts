// Which facts are events, of which kind, and with which detail.

import type { FactView, ReasonName, Scenario } from '../../sim/index.ts';

export const EVENT_KINDS = [
  'eviction',
  'failure',
  'loss',
  'repair',
  'node-added',
  'node-removed',
  'release',
  'time-out',
  'provisioning-failure',
  'refusal',
  'burst',
  'change',
  'deletion',
  'workspace',
  'scheduler',
  'workload',
  'fault',
  'estimate',
  'creation',
  'start',
  'completion',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** Too frequent to be read with all others: they must be named. */
const ROUTINE: readonly EventKind[] = ['creation', 'start', 'completion'];

export const USUAL_KINDS: readonly EventKind[] = EVENT_KINDS.filter((kind) => !ROUTINE.includes(kind));

type Entry = readonly [kind: EventKind, detail?: (fact: FactView) => string | undefined];

/** Facts that are events: the kind of the event, and its detail. */
const EVENTS: Readonly<Partial<Record<FactView['kind'], Entry>>> = {
  'gpr.created': ['creation'],
  'gpr.provisioning': ['start'],
  'gpr.removed': ['deletion'],
  'gpr.changed': ['change', ({ priority }) => String(priority)],
  'node.down': ['failure'],
  'node.up': ['repair'],
  'node.added': ['node-added'],
  'node.removed': ['node-removed'],
  'workspace.created': ['workspace'],
  'workspace.going': ['workspace'],
  'workspace.gone': ['workspace'],
  'placement.moved': ['burst', ({ placement }) => placement],
  'scheduler.changed': ['scheduler', ({ queue, placement }) => `${queue}, ${placement}`],
  'order.changed': ['scheduler', orderOf],
  'workload.changed': ['workload', ({ arrivalRate }) => String(arrivalRate)],
  'fault.added': ['fault', ({ faultId }) => faultId],
  'fault.struck': ['fault', ({ faultId }) => faultId],
  'fault.removed': ['fault', ({ faultId }) => faultId],
};

function orderOf({ order, backfillOrder }: FactView): string | undefined {
  return backfillOrder === 'same' ? order : `${order}, behind:${backfillOrder}`;
}

/** And the facts that a GPR lost its GPUs or ended, by the reason. */
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
  return fact.seq <= setUp ? undefined : EVENTS[fact.kind]?.[0];
}

export function eventDetailOf(fact: FactView): string | null {
  return EVENTS[fact.kind]?.[1]?.(fact) ?? null;
}

/** The kinds of facts among which events of these kinds are. */
export function factKindsOf(kinds: readonly EventKind[]): FactView['kind'][] {
  const simple = (Object.keys(EVENTS) as FactView['kind'][]).filter((kind) =>
    kinds.includes(EVENTS[kind]![0]),
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
