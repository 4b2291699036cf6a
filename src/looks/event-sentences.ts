// What an event is, in words, with the GPRs, nodes and workspaces that it names. The server's texts and the page have the same.

import { span } from './span.ts';

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
