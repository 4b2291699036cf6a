// The GPRs in memory in the order of a member, and the places of a page of them.

import { pageOfKeys } from '../base/collections/selection.ts';
import { State } from '../facts/numbered.ts';
import { GPR_STATES, type GprOrder, type GprsWanted } from '../language/views.ts';
import type { GprTable } from '../tables/gprs/gpr-table.ts';
import type { World } from '../world.ts';

/** A row of the table of GPRs, or of ended GPRs. */
export interface GprRow {
  readonly gprs: GprTable;
  readonly row: number;
}

/** The rows of a page. Rows without a value, and rows of names that the reader may not see, come last. */
export function pageInOrder(
  world: World,
  rows: readonly GprRow[],
  order: GprOrder,
  wanted: GprsWanted,
): GprRow[] {
  const { isDescending = false, offset, limit } = wanted;
  const keyOf = keysOf(world, order, wanted);
  const valued: GprRow[] = [];
  const others: GprRow[] = [];
  const keys: (number | string)[] = [];
  for (const row of rows) {
    const key = keyOf(row);
    if (key === undefined) others.push(row);
    else {
      valued.push(row);
      keys.push(key);
    }
  }
  const { length } = valued;
  const end = Math.min(length, offset + limit);
  const places = isDescending
    ? pageOfKeys(keys, Math.max(0, length - end), length - offset).reverse()
    : pageOfKeys(keys, offset, end);
  const left = Math.max(0, offset - length);
  return [...places.map((place) => valued[place]), ...others.slice(left, left + limit - places.length)];
}

type KeyOf = (of: GprRow) => number | string | undefined;

/** Names are sorted by their numbers: `request-9` comes before `request-10`. */
function keysOf({ core, directory }: World, order: GprOrder, { sees }: GprsWanted): KeyOf {
  const { demands, now } = core;
  const isSeen = ({ gprs, row }: GprRow) => sees(directory.creationOf(gprs.workspace[row]));
  const started = ({ gprs, row }: GprRow) => (gprs.startedAt[row] < 0 ? undefined : gprs.startedAt[row]);
  switch (order) {
    case 'name':
      return (of) => (isSeen(of) ? numbered(directory.gprName(of.gprs.uid[of.row])) : undefined);
    case 'workspace':
      return (of) => (isSeen(of) ? numbered(directory.workspaceName(of.gprs.workspace[of.row])) : undefined);
    case 'state':
      return ({ gprs, row }) => STATE_PLACES[gprs.state[row]];
    case 'priority':
      return ({ gprs, row }) => gprs.priority[row];
    case 'created':
      return ({ gprs, row }) => gprs.createdAt[row];
    case 'start':
      return started;
    case 'waited':
      return (of) => {
        const { gprs, row } = of;
        const ended = gprs === core.gprs ? now : gprs.endedAt[row];
        return (started(of) ?? ended) - gprs.createdAt[row];
      };
    case 'gpus':
      return ({ gprs, row }) => demands.nodes[gprs.demand[row]] * demands.gpus[gprs.demand[row]];
  }
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

function numbered(name: string): string {
  return name.replace(/\d+/g, (digits) => String.fromCharCode(digits.length) + digits);
}
