// Selects the GPRs, and a page of them in an order. Takes the numbers of those in memory at once; reads those that have left
// memory, and compares names, in steps.

import { nameKey, pageOfValues } from '../../base/collections/selection.ts';
import { State } from '../../facts/numbered.ts';
import { GPR_STATES, type GprView } from '../../language/gpr.ts';
import type { GprOrder, GprSums, GprsWanted, KeptGpr } from '../../language/views.ts';
import { GprTable, ROW } from '../../tables/gprs/gpr-table.ts';
import type { World } from '../../world.ts';
import { putBack } from '../views/kept.ts';
import { filterOf, nameFilterOf } from './gpr-filter.ts';
import { queueKeys } from './queue-order.ts';

/** Names read in a step. */
const STEP_NAMES = 2048;
/** Greater than any key of the queue, any number of a fact and any number of ended GPRs. */
const GROUP = 2 ** 50;
/** Greater than any instant: GPRs that have left memory ended before those in memory. */
const LONGEST_MS = 2 ** 49;

/** The GPRs that have left memory. */
export interface StoredGprs {
  /** All of them, some at each step; also removed ones, and some twice. */
  all(): Iterable<readonly { readonly uid: number; readonly kept: KeptGpr; readonly isRemoved: boolean }[]>;
  /** undefined if it was removed. */
  view(uid: number): GprView | undefined;
}

export interface FoundGprs {
  /** Number of selected GPRs. */
  readonly total: number;
  readonly sums: GprSums;
  /** Uids of the page. */
  readonly uids: readonly number[];
}

/** GPRs at the request: they may change, and leave memory, between two steps. A key of NaN is no value. */
interface Candidates {
  size: number;
  readonly uids: Float64Array;
  readonly workspaces: Int32Array;
  readonly keys: Float64Array;
  readonly gpus: Int32Array;
  readonly waitedMs: Float64Array;
}

/** GPRs without a value, and those of names that the reader may not see, come last. */
export function* pageInOrder(
  world: World,
  wanted: GprsWanted,
  stored: StoredGprs | undefined,
): Generator<void, FoundGprs> {
  const { isDescending = false, offset, limit } = wanted;
  const isWanted = filterOf(world, wanted);
  const keyOf = keysOf(world, wanted.order);
  const measuresOf = measuresIn(world);
  const { size, uids, workspaces, keys, gpus, waitedMs } = candidatesOf(world, isWanted, keyOf, measuresOf);
  const storedNames = new Map<number, string>();
  const nameOf = (uid: number) => storedNames.get(uid) ?? world.directory.gprName(uid);
  const isNamed = nameFilterOf(world, wanted, nameOf);
  const textOf = textsOf(world, wanted, nameOf);
  const named: number[] = [];
  const values: (number | string | undefined)[] = [];
  const sums = { gpus: 0, waitedMs: 0 };
  const add = (uid: number, workspace: number, key: number, own: GprSums) => {
    if (!isNamed(uid, workspace)) return;
    named.push(uid);
    sums.gpus += own.gpus;
    sums.waitedMs += own.waitedMs;
    values.push(textOf === undefined ? key : textOf(uid, workspace));
  };
  const left = listsEnded(wanted) && stored !== undefined ? leftMemory(world, stored) : [];
  for (let at = 0; at < size; at++) {
    if (at % STEP_NAMES === STEP_NAMES - 1) yield;
    add(uids[at], workspaces[at], keys[at], { gpus: gpus[at], waitedMs: waitedMs[at] });
  }
  for (const { table, name } of left) {
    if (table === undefined) yield;
    else if (isWanted(table, 0)) {
      if (name !== undefined) storedNames.set(table.uid[0], name);
      const key = keyOf(table, 0, table.endedAt[0] - LONGEST_MS);
      add(table.uid[0], table.workspace[0], key, measuresOf(table, 0));
    }
  }
  const places = yield* pageOfValues(values, isDescending, offset, offset + limit);
  return { total: named.length, sums, uids: places.map((place) => named[place]) };
}

/** Whether a request can select ended GPRs. */
export function listsEnded({ states, reasons }: GprsWanted): boolean {
  const ended = GPR_STATES.slice(GPR_STATES.indexOf('Complete'));
  return reasons.length === 0 && (states.length === 0 || states.some((state) => ended.includes(state)));
}

/**
 * The GPRs that had left memory at the first step, one at a time in row 0 of a table. Without a table: a step is over.
 * Those of the present memory are skipped, and those that an earlier instant does not know.
 */
function leftMemory(
  world: World,
  stored: StoredGprs,
): Iterable<{ table?: GprTable; name?: string | undefined }> {
  const { core, ended } = world;
  const { now } = core;
  const seen = new Set(ended.all().map((row) => ended.table.uid[row]));
  const table = new GprTable();
  table.take();
  return (function* () {
    for (const batch of stored.all()) {
      for (const { uid, kept, isRemoved } of batch) {
        if (isRemoved || seen.has(uid)) continue;
        if (putBack(core, kept.words, kept.count, table, 0) === undefined || table.endedAt[0] > now) continue;
        seen.add(uid);
        table.uid[0] = uid;
        yield { table, name: kept.name };
      }
      yield {};
    }
  })();
}

function candidatesOf(
  { core, ended }: World,
  isWanted: (gprs: GprTable, row: number) => boolean,
  keyOf: KeyOf,
  measuresOf: (gprs: GprTable, row: number) => GprSums,
): Candidates {
  const { gprs } = core;
  const others = ended.all();
  const most = gprs.used / ROW + others.length;
  const candidates: Candidates = {
    size: 0,
    uids: new Float64Array(most),
    workspaces: new Int32Array(most),
    keys: new Float64Array(most),
    gpus: new Int32Array(most),
    waitedMs: new Float64Array(most),
  };
  const add = (table: GprTable, row: number, place: number) => {
    if (!isWanted(table, row)) return;
    const at = candidates.size++;
    candidates.uids[at] = table.uid[row];
    candidates.workspaces[at] = table.workspace[row];
    candidates.keys[at] = keyOf(table, row, place);
    const { gpus, waitedMs } = measuresOf(table, row);
    candidates.gpus[at] = gpus;
    candidates.waitedMs[at] = waitedMs;
  };
  for (let row = 0; row < gprs.used; row += ROW) if (gprs.state[row] !== State.none) add(gprs, row, 0);
  others.forEach((row, place) => {
    add(ended.table, row, place);
  });
  return candidates;
}

/** @param place of an ended GPR in the order of the ends */
type KeyOf = (gprs: GprTable, row: number, place: number) => number;

/** What the sums add up, of a GPR. */
function measuresIn({ core }: World): (gprs: GprTable, row: number) => GprSums {
  const { demands, now } = core;
  return (gprs, row) => {
    const start = gprs.firstStart(row);
    const end = gprs.state[row] === State.queued ? now : start >= 0 ? start : gprs.endedAt[row];
    const gpus = demands.nodes[gprs.demand[row]] * demands.gpus[gprs.demand[row]];
    return { gpus, waitedMs: end - gprs.createdAt[row] };
  };
}

function keysOf(world: World, order: GprOrder | undefined): KeyOf {
  const { core, directory } = world;
  const measuresOf = measuresIn(world);
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
      return (gprs, row) => measuresOf(gprs, row).waitedMs;
    case 'ended':
      return (gprs, row) => (gprs === core.gprs ? Number.NaN : gprs.endedAt[row]);
    case 'exit':
      return (gprs, row) => gprs.exitLeftMs[row] + gprs.ranMs[row];
    case 'gpus':
      return (gprs, row) => measuresOf(gprs, row).gpus;
  }
}

/** Names of GPRs or workspaces as keys; undefined: the order is by numbers. */
function textsOf(
  { directory }: World,
  { order, sees }: GprsWanted,
  nameOf: (uid: number) => string,
): ((uid: number, workspace: number) => string | undefined) | undefined {
  const isSeen = (workspace: number) => sees(directory.creationOf(workspace));
  if (order === 'name') return (uid, workspace) => (isSeen(workspace) ? nameKey(nameOf(uid)) : undefined);
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
