// Which facts are events, of which kind and with which detail, and what an event is in words, with the GPRs, nodes and workspaces
// that it names. The server's texts and the page have the same words.

import type { FactView, ReasonName, Scenario } from '../../sim/index.ts';
import { span } from '../looks/span.ts';

/** Kind → its name on the page. */
export const EVENT_NAMES = {
  eviction: 'Evictions',
  failure: 'Node failures',
  loss: 'GPRs that lost GPUs',
  repair: 'Repairs',
  'node-added': 'Nodes added',
  'node-removed': 'Nodes removed',
  release: 'Releases',
  'time-out': 'Idle time-outs',
  'provisioning-failure': 'Failed provisionings',
  refusal: 'Refusals',
  burst: 'Bursts',
  change: 'Changed GPRs',
  deletion: 'Deletions',
  workspace: 'Workspaces',
  scheduler: 'Scheduler',
  workload: 'Workload',
  fault: 'Faults',
  estimate: 'Moved estimates',
  creation: 'Creations',
  start: 'Starts',
  completion: 'Completions',
} as const;

export type EventKind = keyof typeof EVENT_NAMES;

export const EVENT_KINDS = Object.keys(EVENT_NAMES) as EventKind[];

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

interface NamedGpr {
  /** null: the reader may not see the GPR. */
  readonly gprId: string | null;
  /** null: also if it was deleted. */
  readonly gprName: string | null;
}

/** An event as `GET /sim/events` answers it. */
interface EventInWords {
  readonly kind: string;
  /** The kind of its fact; null for a recorded estimate. */
  readonly fact: string | null;
  readonly gpr: NamedGpr | null;
  readonly by: NamedGpr | null;
  readonly workspace: string | null;
  readonly nodes: readonly string[];
  readonly clusters: readonly string[];
  readonly outcome: string | null;
  readonly detail: string | null;
  /** ISO 8601. */
  readonly repairAt: string | null;
  readonly estimate: { readonly from: string; readonly to: string } | null;
}

/** A word that names something has a link on the page. */
export type EventWord =
  | string
  | { readonly is: 'gpr' | 'node' | 'workspace'; readonly id: string; readonly name: string };

export function textOfEvent(event: EventInWords): string {
  return wordsOfEvent(event)
    .map((word) => (typeof word === 'string' ? word : word.name))
    .join('');
}

export function wordsOfEvent(event: EventInWords): readonly EventWord[] {
  const { kind, fact, nodes, clusters, workspace, detail, estimate } = event;
  const gpr = gprOf(event.gpr);
  const then = thenOf(event);
  const on = nodes.length === 0 ? [] : [' · ', ...nodesOf(nodes)];
  const where =
    workspace === null ? 'a workspace' : { is: 'workspace' as const, id: workspace, name: workspace };
  switch (kind) {
    case 'eviction':
      return [gprOf(event.by), ' evicted ', gpr, then, ...on];
    case 'failure':
      return [...nodesOf(nodes), ' failed', repairOf(event)];
    case 'loss':
      return [gpr, ' lost its GPUs to a failure', then, ...on];
    case 'repair':
      return [...nodesOf(nodes), ' is up again'];
    case 'node-added':
      return [...nodesOf(nodes), ' was added'];
    case 'node-removed':
      return [...nodesOf(nodes), ' was removed'];
    case 'release':
      return [gpr, ' was released', ...on];
    case 'time-out':
      return [gpr, ' was idle, and timed out', ...on];
    case 'provisioning-failure':
      return ['the provisioning of ', gpr, ' failed', then, ...on];
    case 'refusal':
      return [gpr, ' did not fit, and failed'];
    case 'burst':
      return [
        `placement ${detail} moved from ${clusters.join(' to ')}`,
        ...(event.gpr === null ? [] : [' with ', gpr]),
      ];
    case 'change':
      return [gpr, ` was changed: priority ${detail}`];
    case 'deletion':
      return fact === 'gpr.removed' ? [gpr, ' was deleted'] : [gpr, ' ended with its workspace', ...on];
    case 'workspace':
      return ['workspace ', where, WORKSPACE_CHANGES[fact ?? ''] ?? ''];
    case 'scheduler':
      return [`the scheduler is now ${detail}`];
    case 'workload':
      return [`the arrival rate is now ${detail} times that of the scenario`];
    case 'fault':
      return [`${detail} ${FAULT_CHANGES[fact ?? ''] ?? ''}`];
    case 'estimate':
      return ['the start of ', gpr, movedOf(estimate)];
    case 'creation':
      return [gpr, ' was created'];
    case 'start':
      return [gpr, ' got its GPUs', ...on];
    case 'completion':
      return [gpr, ` is ${event.outcome}`, ...on];
    default:
      return [kind];
  }
}

const WORKSPACE_CHANGES: Readonly<Record<string, string>> = {
  'workspace.created': ' was created',
  'workspace.going': ' is being deleted',
  'workspace.gone': ' was deleted',
};

const FAULT_CHANGES: Readonly<Record<string, string>> = {
  'fault.added': 'was injected',
  'fault.struck': 'made a call or a step fail',
  'fault.removed': 'was removed',
};

function gprOf(gpr: NamedGpr | null): EventWord {
  if (gpr === null || gpr.gprId === null) return 'a GPR of another workspace';
  return { is: 'gpr', id: gpr.gprId, name: gpr.gprName ?? gpr.gprId };
}

function nodesOf(nodes: readonly string[]): EventWord[] {
  return nodes.flatMap((node, i) => [
    ...(i === 0 ? [] : [', ']),
    { is: 'node' as const, id: node, name: node },
  ]);
}

/** What became of the GPR. */
function thenOf({ outcome }: EventInWords): string {
  return outcome === null ? '' : ` (${outcome})`;
}

function repairOf({ repairAt }: EventInWords): string {
  return repairAt === null ? '; no repair is foreseen' : ` until ${minuteOf(repairAt)}`;
}

function movedOf(estimate: EventInWords['estimate']): string {
  if (estimate === null) return ' moved';
  const { from, to } = estimate;
  if (to === '') return ' is no longer foreseen';
  if (from === '') return ` is now foreseen for ${minuteOf(to)}`;
  const byMs = Date.parse(to) - Date.parse(from);
  return ` moved to ${minuteOf(to)}, ${span(Math.abs(byMs))} ${byMs > 0 ? 'later' : 'earlier'}`;
}

/** `01-05 13:20` */
function minuteOf(iso: string): string {
  return `${iso.slice(5, 10)} ${iso.slice(11, 16)}`;
}
