// Selects the GPRs in memory, and a page of them in an order. Takes their numbers at once; reads and compares names in steps.

import { nameKey, pageOfValues } from '../../base/collections/selection.ts';
import { State } from '../../facts/numbered.ts';
import { GPR_STATES, type GprOrder, type GprsWanted } from '../../language/views.ts';
import { type GprTable, ROW } from '../../tables/gprs/gpr-table.ts';
import type { World } from '../../world.ts';
import { filterOf, nameFilterOf } from './gpr-filter.ts';
import { queueKeys } from './queue-order.ts';

/** Names read in a step. */
const STEP_NAMES = 2048;
/** Greater than any key of the queue, any number of a fact and any number of ended GPRs. */
const GROUP = 2 ** 50;

export interface FoundGprs {
  /** Number of selected GPRs. */
  readonly total: number;
  /** Uids of the page. */
  readonly uids: readonly number[];
}

/** GPRs at the request: they may change, and leave memory, between two steps. A key of NaN is no value. */
interface Candidates {
  size: number;
  readonly uids: Float64Array;
  readonly workspaces: Int32Array;
  readonly keys: Float64Array;
}

/** GPRs without a value, and those of names that the reader may not see, come last. */
export function* pageInOrder(world: World, wanted: GprsWanted): Generator<void, FoundGprs> {
  const { isDescending = false, offset, limit } = wanted;
  const { size, uids, workspaces, keys } = candidatesOf(world, wanted);
  const isNamed = nameFilterOf(world, wanted);
  const textOf = textsOf(world, wanted);
  const named: number[] = [];
  const values: (number | string | undefined)[] = [];
  for (let at = 0; at < size; at++) {
    if (at % STEP_NAMES === STEP_NAMES - 1) yield;
    if (!isNamed(uids[at], workspaces[at])) continue;
    named.push(uids[at]);
    values.push(textOf === undefined ? keys[at] : textOf(uids[at], workspaces[at]));
  }
  const places = yield* pageOfValues(values, isDescending, offset, offset + limit);
  return { total: named.length, uids: places.map((place) => named[place]) };
}

function candidatesOf(world: World, wanted: GprsWanted): Candidates {
  const { core, ended } = world;
  const { gprs } = core;
  const isWanted = filterOf(world, wanted);
  const keyOf = keysOf(world, wanted.order);
  const others = ended.all();
  const most = gprs.used / ROW + others.length;
  const candidates: Candidates = {
    size: 0,
    uids: new Float64Array(most),
    workspaces: new Int32Array(most),
    keys: new Float64Array(most),
  };
  const add = (table: GprTable, row: number, place: number) => {
    if (!isWanted(table, row)) return;
    const at = candidates.size++;
    candidates.uids[at] = table.uid[row];
    candidates.workspaces[at] = table.workspace[row];
    candidates.keys[at] = keyOf(table, row, place);
  };
  for (let row = 0; row < gprs.used; row += ROW) if (gprs.state[row] !== State.none) add(gprs, row, 0);
  others.forEach((row, place) => {
    add(ended.table, row, place);
  });
  return candidates;
}

/** @param place of an ended GPR in the order of the ends */
type KeyOf = (gprs: GprTable, row: number, place: number) => number;

function keysOf({ core, directory }: World, order: GprOrder | undefined): KeyOf {
  const { demands, now } = core;
  const started = (gprs: GprTable, row: number) =>
    gprs.startedAt[row] < 0 ? Number.NaN : gprs.startedAt[row];
  switch (order) {
    case undefined: {
      const queueKeyOf = queueKeys({ core });
      return (gprs, row, place) => {
        if (gprs !== core.gprs) return 3 * GROUP - place;
        return gprs.state[row] === State.queued ? queueKeyOf(row) : 2 * GROUP - gprs.startedSeq[row];
      };
    }
    case 'name':
    case 'workspace':
      return () => 0;
    case 'cluster': {
      const names = directory.clusters.map(({ name }) => nameKey(name));
      const places = names.map((name) => names.filter((other) => other < name).length);
      return (gprs, row) => places[core.pools[gprs.pool[row]].cluster];
    }
    case 'state':
      return (gprs, row) => STATE_PLACES[gprs.state[row]];
    case 'priority':
      return (gprs, row) => gprs.priority[row];
    case 'created':
      return (gprs, row) => gprs.createdAt[row];
    case 'start':
      return started;
    case 'waited':
      return (gprs, row) => {
        const end =
          gprs.startedAt[row] >= 0 ? gprs.startedAt[row] : gprs === core.gprs ? now : gprs.endedAt[row];
        return end - gprs.createdAt[row];
      };
    case 'ended':
      return (gprs, row) => (gprs === core.gprs ? Number.NaN : gprs.endedAt[row]);
    case 'exit':
      return (gprs, row) => gprs.exitLeftMs[row] + gprs.ranMs[row];
    case 'gpus':
      return (gprs, row) => demands.nodes[gprs.demand[row]] * demands.gpus[gprs.demand[row]];
  }
}

/** Names of GPRs or workspaces as keys; undefined: the order is by numbers. */
function textsOf(
  { directory }: World,
  { order, sees }: GprsWanted,
): ((uid: number, workspace: number) => string | undefined) | undefined {
  const isSeen = (workspace: number) => sees(directory.creationOf(workspace));
  if (order === 'name')
    return (uid, workspace) => (isSeen(workspace) ? nameKey(directory.gprName(uid)) : undefined);
  if (order === 'workspace')
    return (_uid, workspace) => (isSeen(workspace) ? nameKey(directory.workspaceName(workspace)) : undefined);
  return undefined;
}

/** `State` → place in the life of a GPR. */
const STATE_PLACES: Readonly<Record<number, number>> = {
  [State.queued]: GPR_STATES.indexOf('Queued'),
  [State.provisioning]: GPR_STATES.indexOf('Provisioning'),
  [State.successful]: GPR_STATES.indexOf('Successful'),
  [State.complete]: GPR_STATES.indexOf('Complete'),
  [State.timedOut]: GPR_STATES.indexOf('TimedOut'),
  [State.failed]: GPR_STATES.indexOf('Failed'),
};
