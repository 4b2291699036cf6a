// Reads a page of the GPRs in memory: queued GPRs in the order of the queue, then provisioned and ended ones, newest first; or in
// another order. The page is selected at the request, and its GPRs are read when it is complete: one that left memory is missing.

import { firstFrom } from '../../base/collections/columns.ts';
import type { PendingAnswer } from '../../base/pending.ts';
import { State } from '../../facts/numbered.ts';
import type { GprPage, GprsWanted, ListedGpr } from '../../language/views.ts';
import { ROW } from '../../tables/gprs/gpr-table.ts';
import { findGpr, type World } from '../../world.ts';
import type { Views } from '../views/read-inventory.ts';
import { explain } from '../waits/explain.ts';
import { type FoundGprs, pageInOrder } from './gprs-in-order.ts';
import { queueKeys } from './queue-order.ts';

export function gprPage(world: World, views: Views, wanted: GprsWanted): PendingAnswer<GprPage> {
  const steps = pageInOrder(world, wanted);
  let found: FoundGprs = { total: 0, uids: [] };
  return {
    run() {
      const step = steps.next();
      if (step.done === true) found = step.value;
      return step.done === true;
    },
    answer: () => ({ total: found.total, gprs: listedOf(world, views, found.uids) }),
  };
}

function listedOf(world: World, views: Views, uids: readonly number[]): ListedGpr[] {
  const { gprs } = world.core;
  const page = uids.map((uid) => findGpr(world, uid)).filter((of) => of !== undefined);
  const keyOf = queueKeys(world);
  const queued = page
    .filter((of) => of.gprs === gprs && gprs.state[of.row] === State.queued)
    .map(({ row }) => row)
    .sort((a, b) => keyOf(a) - keyOf(b));
  const places = positionsOf(world, queued, keyOf);
  const positions = new Map(queued.map((row, i) => [row, places[i]]));
  return page.map((of) => {
    const position = of.gprs === gprs ? (positions.get(of.row) ?? null) : null;
    const explained = position === null ? undefined : explain(world, gprs.uid[of.row]);
    return {
      gpr: of.gprs === gprs ? views.gprOfRow(of.row) : views.endedGpr(of.row),
      position,
      why: explained?.sentence ?? '',
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
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.state[row] !== State.queued) continue;
    const { indexes, keys } = ofPool[gprs.pool[row]];
    const at = firstFrom(keys, keys.length, keyOf(row));
    if (at < indexes.length) positions[indexes[at]]++;
  }
  for (const { indexes } of ofPool) {
    for (let i = 1; i < indexes.length; i++) positions[indexes[i]] += positions[indexes[i - 1]];
  }
  return positions;
}
