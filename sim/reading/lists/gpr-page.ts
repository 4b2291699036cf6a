// Reads a page of the GPRs: queued GPRs in the order of the queue, then provisioned and ended ones, newest first; or in
// another order. The page is selected at the request, and its GPRs are read when it is complete.

import { firstFrom } from '../../base/collections/columns.ts';
import type { PendingAnswer } from '../../base/pending.ts';
import { State } from '../../facts/numbered.ts';
import type { GprView } from '../../language/gpr.ts';
import type { GprPage, GprsWanted, ListedGpr } from '../../language/views.ts';
import { findGpr, type World } from '../../world.ts';
import type { Views } from '../views/read-inventory.ts';
import { explain } from '../waits/waiting-explanation.ts';
import { type FoundGprs, pageInOrder, type StoredGprs } from './gprs-in-order.ts';
import { queueKeys } from './queue-order.ts';

/** Views of GPRs that have left memory, in a step: each may be in another row of the file. */
const STEP_VIEWS = 20;

/** @param stored the GPRs that have left memory; undefined: the page has only those in memory */
export function gprPage(
  world: World,
  views: Views,
  wanted: GprsWanted,
  stored?: StoredGprs,
): PendingAnswer<GprPage> {
  const steps = pageOf(world, wanted, stored);
  let found: Found = { total: 0, sums: { gpus: 0, waitedMs: 0 }, uids: [], left: new Map() };
  return {
    run() {
      const step = steps.next();
      if (step.done === true) found = step.value;
      return step.done === true;
    },
    answer: () => ({ total: found.total, sums: found.sums, gprs: listedOf(world, views, found) }),
  };
}

interface Found extends FoundGprs {
  /** By uid: the GPRs of the page that have left memory. */
  readonly left: ReadonlyMap<number, GprView>;
}

/** Looks up those that have left memory, some in each step. */
function* pageOf(world: World, wanted: GprsWanted, stored: StoredGprs | undefined): Generator<void, Found> {
  const found = yield* pageInOrder(world, wanted, stored);
  const left = new Map<number, GprView>();
  for (const uid of found.uids) {
    const gpr = findGpr(world, uid) === undefined ? stored?.view(uid) : undefined;
    if (gpr === undefined) continue;
    left.set(uid, gpr);
    if (left.size % STEP_VIEWS === 0) yield;
  }
  return { ...found, left };
}

function listedOf(world: World, views: Views, { uids, left }: Found): ListedGpr[] {
  const { gprs } = world.core;
  const found = uids.map((uid) => findGpr(world, uid) ?? left.get(uid)).filter((of) => of !== undefined);
  const page = found.filter((of) => 'row' in of);
  const keyOf = queueKeys(world);
  const queued = page
    .filter((of) => of.gprs === gprs && gprs.state[of.row] === State.queued)
    .map(({ row }) => row)
    .sort((a, b) => keyOf(a) - keyOf(b));
  const places = positionsOf(world, queued, keyOf);
  const positions = new Map(queued.map((row, i) => [row, places[i]]));
  return found.map((of) => {
    if (!('row' in of)) return { gpr: of, position: null, why: [], waitReason: null, plannedStartMs: null };
    const position = of.gprs === gprs ? (positions.get(of.row) ?? null) : null;
    const explained = position === null ? undefined : explain(world, gprs.uid[of.row]);
    return {
      gpr: of.gprs === gprs ? views.gprOfRow(of.row) : views.endedGpr(of.row),
      position,
      why: explained?.sentence ?? [],
      waitReason: explained?.waitReason ?? null,
      plannedStartMs: explained?.plannedStartMs ?? null,
    };
  });
}

/** Returns the places of queued GPRs, which are in the order of their keys, among all queued GPRs of their pools, from 1. */
function positionsOf({ core }: World, rows: readonly number[], keyOf: (row: number) => number): number[] {
  const { gprs, pools } = core;
  /** Pool → indexes in `rows`, and their keys. */
  const ofPool = pools.map(() => ({ indexes: [] as number[], keys: [] as number[] }));
  rows.forEach((row, i) => {
    const { indexes, keys } = ofPool[gprs.pool[row]];
    indexes.push(i);
    keys.push(keyOf(row));
  });
  /** Index in `rows` → queued GPRs that go after the previous GPR of the page in this pool, and not after this GPR. */
  const positions = rows.map(() => 0);
  for (const row of gprs.queued()) {
    const { indexes, keys } = ofPool[gprs.pool[row]];
    const at = firstFrom(keys, keys.length, keyOf(row));
    if (at < indexes.length) positions[indexes[at]]++;
  }
  for (const { indexes } of ofPool) {
    for (let i = 1; i < indexes.length; i++) positions[indexes[i]] += positions[indexes[i - 1]];
  }
  return positions;
}
