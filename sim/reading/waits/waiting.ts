// Why a queued GPR waits, and how long: the GPRs ahead of it, its estimated start, and what makes room for it until then.

import { pageOf } from '../../base/collections/selection.ts';
import type { PendingAnswer } from '../../base/pending.ts';
import { END_REASONS, REASON_NAMES, type ReasonName } from '../../facts/numbered.ts';
import type { WorldWithForecast } from '../../forecast/component.ts';
import type { Freeing } from '../../forecast/copies/freeing.ts';
import { foreseenStart } from '../../forecast/foreseen.ts';
import { phrase, type Sentence } from '../../language/sentence.ts';
import { NONE } from '../../tables/gprs/gpr-table.ts';
import { NodeState } from '../../tables/pools/node-table.ts';
import { recordOf } from '../../tables/workspace-table.ts';
import type { World } from '../../world.ts';
import { queueKeys } from '../lists/queue-order.ts';
import { instantOf } from './estimates.ts';

/** Maximum number of GPRs ahead, and of events that make room, that are listed. */
const LISTED_MAX = 10;

export const ROOM_CAUSES: readonly (ReasonName | 'repair')[] = [...END_REASONS, 'repair'];

export interface GprAhead {
  readonly gprId: string;
  readonly gprName: string;
  readonly workspace: string;
  readonly priority: number;
}

/** GPRs that the scheduler takes before another one. */
export interface Ahead {
  /** `workspace`: the workspace limit holds the GPR; queued GPRs of its workspace count. `pool`: heads of its pool count. */
  readonly of: 'pool' | 'workspace';
  readonly total: number;
  /** The first ten, in the order of the queue. */
  readonly first: readonly GprAhead[];
}

/** An event of the forecast that makes room for a GPR. */
export interface RoomEvent {
  readonly atMs: number;
  readonly cause: (typeof ROOM_CAUSES)[number];
  /** The GPR that loses its GPUs; null for a repair, and for a GPR that a burst will make. */
  readonly gprId: string | null;
  readonly node: string | null;
  /** Number of the GPUs on which the GPR starts that it frees. */
  readonly gpus: number;
  /** Whether it ends the wait for another GPR of the workspace. */
  readonly opensWorkspace: boolean;
}

export interface Waiting {
  /** The estimated start; null = none can be foreseen, and `noStartBecause` is the reason. */
  readonly startMs: number | null;
  readonly noStartBecause: Sentence;
  readonly ahead: Ahead;
  /** The latest ten events, in order of time. Their instants are not after the estimated start. */
  readonly makesRoom: { readonly total: number; readonly latest: readonly RoomEvent[] };
}

/** Reports whether the reader sees a workspace of this creation number. GPRs of other workspaces are neither listed nor counted. */
export type SeesWorkspace = (workspaceCreation: number) => boolean;

/** @param row waits now */
export function waitingOf(
  world: WorldWithForecast,
  row: number,
  sees: SeesWorkspace,
): PendingAnswer<Waiting> {
  const { directory, ids } = world;
  const rows = rowsAhead(world, row);
  const ahead = aheadOf(world, rows, sees);
  const start = foreseenStart(world, row);
  const missing = missingNodes(world, row);
  const blockers = blockersOf(world, row, rows);
  const isVisible = ({ workspace }: Freeing) => workspace < 0 || sees(directory.creationOf(workspace));
  const event = ({ atMs, uid, reason, node, isNew, gpus, opensWorkspace }: Freeing): RoomEvent => ({
    atMs,
    cause: node >= 0 ? 'repair' : (REASON_NAMES[reason] as ReasonName),
    gprId: uid < 0 || isNew ? null : ids.gprId(uid),
    node: node < 0 ? null : directory.nodeNames[node],
    gpus,
    opensWorkspace,
  });
  return {
    run: (instants) => start.run(instants),
    answer() {
      const { startMs, freeings } = start.answer();
      const visible = freeings.filter(isVisible);
      const isForeseen = instantOf(startMs) !== null;
      const blocker = blockers.find(({ row }) => instantOf(start.startOf(row)) === null);
      const because =
        startMs < 0
          ? ['its placement moves it to another cluster before it would start here']
          : (missing ??
            (blocker === undefined
              ? ['no known event makes room for it']
              : phrase`no start can be foreseen for ${{ gprId: blocker.gprId }}, which is ahead of it`));
      return {
        startMs: instantOf(startMs),
        noStartBecause: isForeseen ? [] : because,
        ahead,
        makesRoom: { total: visible.length, latest: visible.slice(-LISTED_MAX).map(event) },
      };
    },
  };
}

interface RowsAhead extends Pick<Ahead, 'of'> {
  readonly rows: readonly number[];
}

function rowsAhead({ core }: World, row: number): RowsAhead {
  const { gprs, workspaces, rules, orders } = core;
  const { limited } = rules;
  const { holds, root } = workspaces;
  const workspace = gprs.workspace[row];
  const isCandidate = (other: number) => {
    const at = recordOf(gprs.workspace[other]);
    return !limited || (holds[at] === NONE && root[at] === other);
  };
  const of = isCandidate(row) ? 'pool' : 'workspace';
  const isRival =
    of === 'pool'
      ? (other: number) => gprs.pool[other] === gprs.pool[row] && isCandidate(other)
      : (other: number) => gprs.workspace[other] === workspace;
  // The candidate of a workspace is its first GPR by rank.
  const isAhead = (other: number) =>
    of === 'pool' ? orders.isBefore(other, row) : gprs.rank[other] < gprs.rank[row];
  return { of, rows: gprs.queued().filter((other) => isRival(other) && isAhead(other)) };
}

function aheadOf(world: World, { of, rows }: RowsAhead, sees: SeesWorkspace): Ahead {
  const { core, directory, ids } = world;
  const { gprs } = core;
  const visible = rows.filter((row) => sees(directory.creationOf(gprs.workspace[row])));
  const first = pageOf(visible, queueKeys(world), 0, LISTED_MAX).map((row) => ({
    gprId: ids.gprId(gprs.uid[row]),
    gprName: directory.gprName(gprs.uid[row]),
    workspace: directory.workspaceName(gprs.workspace[row]),
    priority: gprs.priority[row],
  }));
  return { of, total: visible.length, first };
}

/** GPRs that block a GPR if they never start: the first ones ahead and, if it blocks the pool, the first head of the pool. */
function blockersOf(world: World, row: number, { of, rows }: RowsAhead) {
  const { core, ids } = world;
  const { gprs, pools, queue, orders } = core;
  const isBlocking = queue.withholds() === 'pool';
  const blockers = of === 'pool' && !isBlocking ? [] : pageOf(rows, queueKeys(world), 0, LISTED_MAX);
  const head = pools[gprs.pool[row]].heads.first(gprs);
  if (isBlocking && head !== NONE && orders.isBefore(head, row)) blockers.push(head);
  return blockers.map((blocker) => ({ row: blocker, gprId: ids.gprId(gprs.uid[blocker]) }));
}

/** Why the nodes of its pool are never enough for a GPR, as far as repairs are known; undefined if they can be. */
function missingNodes({ core }: World, row: number): Sentence | undefined {
  const { gprs, demands, nodes, pools } = core;
  const demand = gprs.demand[row];
  const { capacity } = pools[gprs.pool[row]];
  let usable = 0;
  let down = 0;
  for (let slot = 0; slot < capacity.nodeCount; slot++) {
    const node = capacity.nodeAt(slot);
    if (nodes.state[node] === NodeState.removed) continue;
    if (!capacity.couldHold(demand, nodes.nodeClass[node])) continue;
    if (nodes.state[node] === NodeState.down && nodes.repairAt[node] < 0) down++;
    else usable++;
  }
  const needed = demands.nodes[demand];
  if (usable >= needed) return undefined;
  const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  const rest = down === 0 ? '' : `; ${many(down, 'node')} ${down === 1 ? 'is' : 'are'} down until brought up`;
  return phrase`it needs ${many(needed, 'node')} of its pool, and only ${usable} can have room for it${rest}`;
}
