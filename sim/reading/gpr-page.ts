// Reads a page of the GPRs in memory: queued GPRs in the order of the queue, then provisioned and ended ones, newest first.

import { firstFrom } from '../base/collections/columns.ts';
import { pageOf } from '../base/collections/selection.ts';
import { STATE_NAMES, State } from '../facts/numbered.ts';
import { waitReason } from '../kernel/queue/wait-reason.ts';
import { type GprPage, type GprsWanted, type ListedGpr, WAIT_REASONS } from '../language/views.ts';
import { type GprTable, ROW } from '../tables/gprs/gpr-table.ts';
import type { World } from '../world.ts';
import { explain } from './explain.ts';
import { type GprRow, pageInOrder } from './gprs-in-order.ts';
import type { Views } from './read-inventory.ts';

/** Texts that an id can contain. */
const PART_OF_ID = /^[-gpr0-9a-f]*$/;

export function gprPage(world: World, views: Views, wanted: GprsWanted): GprPage {
  const { core, ended } = world;
  const { gprs } = core;
  const isWanted = filterOf(world, wanted);
  const queued: number[] = [];
  const provisioned: number[] = [];
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.state[row] === State.none || !isWanted(gprs, row)) continue;
    if (gprs.state[row] === State.queued) queued.push(row);
    else provisioned.push(row);
  }
  const gone = ended.all().filter((row) => isWanted(ended.table, row));
  const total = queued.length + provisioned.length + gone.length;

  const { offset, limit, order } = wanted;
  if (order !== undefined) {
    const inMemory = [...queued, ...provisioned].map((row) => ({ gprs, row }));
    const all = [...inMemory, ...gone.map((row) => ({ gprs: ended.table, row }))];
    return { total, gprs: listedOf(world, views, pageInOrder(world, all, order, wanted)) };
  }
  const rows = pageOf(queued, (row) => gprs.rank[row], offset, offset + limit);
  const positions = positionsOf(world, rows);
  const waiting = rows.map((row, i): ListedGpr => {
    const { sentence, waitReason } = explain(world, gprs.uid[row])!;
    return { gpr: views.gprOfRow(row), position: positions[i], why: sentence, waitReason };
  });
  const listed = (gpr: ListedGpr['gpr']): ListedGpr => ({ gpr, position: null, why: '', waitReason: null });
  const started = part(queued.length, provisioned.length, wanted);
  const newestFirst = (row: number) => -gprs.startedSeq[row];
  const running = pageOf(provisioned, newestFirst, started.from, started.end).map((row) =>
    listed(views.gprOfRow(row)),
  );
  const over = part(queued.length + provisioned.length, gone.length, wanted);
  const past = gone
    .slice(gone.length - over.end, gone.length - over.from)
    .reverse()
    .map((row) => listed(views.endedGpr(row)));
  return { total, gprs: [...waiting, ...running, ...past] };
}

/** GPRs in any order. */
function listedOf(world: World, views: Views, page: readonly GprRow[]): ListedGpr[] {
  const { core } = world;
  const { gprs } = core;
  const queued = page
    .filter((of) => of.gprs === gprs && gprs.state[of.row] === State.queued)
    .map(({ row }) => row)
    .sort((a, b) => gprs.rank[a] - gprs.rank[b]);
  const places = positionsOf(world, queued);
  const positions = new Map(queued.map((row, i) => [row, places[i]]));
  return page.map((of) => {
    const position = of.gprs === gprs ? (positions.get(of.row) ?? null) : null;
    const explained = position === null ? undefined : explain(world, gprs.uid[of.row]);
    return {
      gpr: of.gprs === gprs ? views.gprOfRow(of.row) : views.endedGpr(of.row),
      position,
      why: explained?.sentence ?? '',
      waitReason: explained?.waitReason ?? null,
    };
  });
}

/** Returns the part of a page that falls on a group of `count` GPRs, behind `before` others, as places in this group. */
function part(before: number, count: number, { offset, limit }: GprsWanted): { from: number; end: number } {
  const place = (at: number) => Math.max(0, Math.min(count, at - before));
  return { from: place(offset), end: place(offset + limit) };
}

/** @returns whether a row of a table is selected */
function filterOf(world: World, wanted: GprsWanted): (gprs: GprTable, row: number) => boolean {
  const { core, directory, ids } = world;
  const { states, priorityFrom, priorityTo, sees } = wanted;
  const isReason = WAIT_REASONS.map((name) => wanted.reasons.includes(name));
  const waits = (row: number) => core.gprs.state[row] === State.queued && isReason[waitReason(core, row)];
  const isState = STATE_NAMES.map((name) => states.length === 0 || states.includes(name));
  const workspace = wanted.workspace === '' ? undefined : directory.workspace(wanted.workspace);
  const cluster = wanted.cluster === '' ? undefined : directory.cluster(wanted.cluster);
  const name = wanted.name.toLowerCase();
  const isPartOfId = PART_OF_ID.test(name);
  const hasName = (uid: number) =>
    directory.gprName(uid).toLowerCase().includes(name) || (isPartOfId && ids.gprId(uid).includes(name));
  return (gprs, row) =>
    isState[gprs.state[row]] &&
    (workspace === undefined || gprs.workspace[row] === workspace) &&
    (cluster === undefined || core.pools[gprs.pool[row]].cluster === cluster) &&
    gprs.priority[row] >= priorityFrom &&
    gprs.priority[row] <= priorityTo &&
    (wanted.reasons.length === 0 || (gprs === core.gprs && waits(row))) &&
    (name === '' || (sees(directory.creationOf(gprs.workspace[row])) && hasName(gprs.uid[row])));
}

/** Returns the places of queued GPRs, which are in the order of their ranks, among all queued GPRs of their pools, from 1. */
function positionsOf({ core }: World, rows: readonly number[]): number[] {
  const { gprs, pools } = core;
  /** Pool → indexes in `rows`, and their ranks. */
  const ofPool = pools.map(() => ({ indexes: [] as number[], ranks: [] as number[] }));
  rows.forEach((row, i) => {
    const { indexes, ranks } = ofPool[gprs.pool[row]];
    indexes.push(i);
    ranks.push(gprs.rank[row]);
  });
  /** Index in `rows` → queued GPRs that go after the previous GPR of the page in this pool, and not after this GPR. */
  const positions = rows.map(() => 0);
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.state[row] !== State.queued) continue;
    const { indexes, ranks } = ofPool[gprs.pool[row]];
    const at = firstFrom(ranks, ranks.length, gprs.rank[row]);
    if (at < indexes.length) positions[indexes[at]]++;
  }
  for (const { indexes } of ofPool) {
    for (let i = 1; i < indexes.length; i++) positions[indexes[i]] += positions[indexes[i - 1]];
  }
  return positions;
}
