// The members of a component, that is its waiting and its provisioned GPRs, as columns for a timeline. A roster is copied from
// the world once a pass, so that the world may change afterwards.

import { firstFrom } from '../../base/collections/columns.ts';
import { copyFields } from '../../base/collections/saved-fields.ts';
import { NEVER } from '../../base/numbers/time.ts';
import { State } from '../../facts/numbered.ts';
import type { Core } from '../../kernel/core.ts';
import { timeOutAt } from '../../kernel/gprs/gpr-deadlines.ts';
import { plannedEnd } from '../../kernel/gprs/planned-end.ts';
import { timerIndex } from '../../kernel/timers.ts';
import { DemandTable } from '../../tables/demand-table.ts';
import { Flag, NONE } from '../../tables/gprs/gpr-table.ts';
import { NodeState } from '../../tables/pools/node-table.ts';
import type { Membership } from './partition.ts';

/**
 * Members are numbered: waiting members first, then provisioned ones. With a workspace limit, the first waiting member of each
 * workspace precedes the second of each, and so on. Members that are heads at the same time are then adjacent in memory.
 */
export interface Roster {
  /** The component's pools, ascending. `pool` and `repairs` refer to them by their index in this list. */
  readonly pools: readonly number[];
  readonly waiting: number;
  readonly size: number;
  // Columns by member.
  readonly rank: Float64Array;
  readonly workspace: Int32Array;
  readonly pool: Int32Array;
  readonly demand: Int32Array;
  /** From start to end, ms, if nothing else happens. */
  readonly holdMs: Float64Array;
  /** Instant of the (next) start; NEVER until it is known. */
  readonly startAt: Float64Array;
  /** The member whose end makes this one a head; NONE = it is a head from the beginning. */
  readonly before: Int32Array;
  /** The member that becomes a head when this one ends; NONE = no member. */
  readonly after: Int32Array;
  /**
   * With a workspace limit: the workspaces that have members, ascending. By index in this list: the first waiting member
   * and the provisioned member; NONE = no such member.
   */
  readonly workspaces: Int32Array;
  readonly first: Int32Array;
  readonly holder: Int32Array;
  /** Rows of the waiting members, ascending, and the member in each. */
  readonly rows: Int32Array;
  readonly numbers: Int32Array;
  readonly row: Int32Array;
  readonly uid: Float64Array;
  /** 1 = its running idle time-out ends it, 0 = its exit duration. */
  readonly timesOut: Uint8Array;
  readonly demands: DemandTable;
  readonly repairs: readonly Repair[];
}

/** The repair of a node. `pool` is an index in the component's pools, `slot` a node slot. */
interface Repair {
  readonly atMs: number;
  readonly pool: number;
  readonly slot: number;
}

/** The roster of a component; undefined if a waiting GPR may evict, or may be moved by its placement. */
export function rosterOf(core: Core, membership: Membership): Roster | undefined {
  const { gprs, rules, demands } = core;
  const { pools, workspaces, placeOf } = membership;
  const size = membership.rows.length;

  // Reads rows in ascending order, which is much faster than random access: first waiting GPRs, then provisioned ones.
  const all = new Int32Array(size);
  let waiting = 0;
  for (const row of membership.rows) {
    if (gprs.state[row] !== State.queued) continue;
    if (demands.evicts[gprs.demand[row]] === 1 || (gprs.flags[row] & Flag.mayBurst) !== 0) return undefined;
    all[waiting++] = row;
  }
  let provisioned = waiting;
  for (const row of membership.rows) if (gprs.state[row] !== State.queued) all[provisioned++] = row;

  const { numbers, chains, from, to } = numbering(core, membership, all, waiting);
  const placeOfPool = new Int32Array(core.pools.length);
  pools.forEach((pool, place) => {
    placeOfPool[pool] = place;
  });
  const row = new Int32Array(size);
  const uid = new Float64Array(size);
  const timesOut = new Uint8Array(size);
  const rank = new Float64Array(size);
  const workspace = new Int32Array(size);
  const pool = new Int32Array(size);
  const demand = new Int32Array(size);
  const holdMs = new Float64Array(size);
  const startAt = new Float64Array(size).fill(NEVER, 0, waiting);
  const holder = new Int32Array(workspaces.length).fill(NONE);
  for (let i = 0; i < size; i++) {
    const member = numbers[i];
    const own = all[i];
    row[member] = own;
    uid[member] = gprs.uid[own];
    workspace[member] = gprs.workspace[own];
    pool[member] = placeOfPool[gprs.pool[own]];
    demand[member] = gprs.demand[own];
    if (i < waiting) {
      rank[member] = gprs.rank[own];
      holdMs[member] = rules.provisioningDelayMs + gprs.exitLeftMs[own];
    } else {
      startAt[member] = gprs.startedAt[own];
      const { endMs, byTimeOut } = endOf(core, own);
      holdMs[member] = endMs - gprs.startedAt[own];
      if (byTimeOut) timesOut[member] = 1;
      if (rules.limited) holder[placeOf[workspace[member]]] = member;
    }
  }
  const before = new Int32Array(size).fill(NONE);
  const after = new Int32Array(size).fill(NONE);
  const first = new Int32Array(workspaces.length).fill(NONE);
  for (let w = 0; w < from.length; w++) {
    let last = holder[w];
    if (from[w] < to[w]) first[w] = chains[from[w]];
    for (let at = from[w]; at < to[w]; at++) {
      const member = chains[at];
      before[member] = last;
      if (last !== NONE) after[last] = member;
      last = member;
    }
  }
  return {
    pools,
    waiting,
    size,
    rank,
    workspace,
    pool,
    demand,
    holdMs,
    startAt,
    before,
    after,
    workspaces,
    first,
    holder,
    rows: all.subarray(0, waiting),
    numbers: numbers.subarray(0, waiting),
    row,
    uid,
    timesOut,
    demands: copyFields(new DemandTable(), demands),
    repairs: repairsOf(core, membership),
  };
}

interface Numbering {
  /** Index in `all` → member. */
  readonly numbers: Int32Array;
  /** With a workspace limit: the waiting members, in order of rank; those of workspace index `w` at [`from[w]`, `to[w]`). */
  readonly chains: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** Numbers the members. @param all rows of the members, the first `waiting` of them waiting */
function numbering(core: Core, membership: Membership, all: Int32Array, waiting: number): Numbering {
  const { gprs, rules } = core;
  const { workspaces, placeOf } = membership;
  const numbers = new Int32Array(all.length);
  for (let i = 0; i < all.length; i++) numbers[i] = i;
  const from = new Int32Array(workspaces.length);
  const to = new Int32Array(workspaces.length);
  if (!rules.limited) return { numbers, chains: new Int32Array(0), from, to };

  for (let i = 0; i < waiting; i++) to[placeOf[gprs.workspace[all[i]]]]++;
  let longest = 0;
  for (let w = 0, at = 0; w < from.length; w++) {
    from[w] = at;
    if (to[w] > longest) longest = to[w];
    at += to[w];
    to[w] = from[w];
  }
  const chains = new Int32Array(waiting);
  const rank = new Float64Array(waiting);
  for (let i = 0; i < waiting; i++) {
    const at = to[placeOf[gprs.workspace[all[i]]]]++;
    chains[at] = i;
    rank[at] = gprs.rank[all[i]];
  }
  /** By position in a workspace's chain: the next free member number. */
  const next = new Int32Array(longest + 1);
  for (let w = 0; w < from.length; w++) {
    sortByRank(chains, rank, from[w], to[w]);
    for (let nth = 1; nth <= to[w] - from[w]; nth++) next[nth]++;
  }
  for (let nth = 0; nth < longest; nth++) next[nth + 1] += next[nth];
  for (let w = 0; w < from.length; w++) {
    for (let at = from[w]; at < to[w]; at++) {
      const number = next[at - from[w]]++;
      numbers[chains[at]] = number;
      chains[at] = number;
    }
  }
  return { numbers, chains, from, to };
}

/** The index of a value in an ascending list; NONE = not in the list. */
export function placeIn(list: Int32Array, value: number): number {
  const place = firstFrom(list, list.length, value);
  return list[place] === value ? place : NONE;
}

/** When and how a provisioned GPR ends, without hidden knowledge: by exit duration or running idle time-out. */
function endOf(core: Core, row: number): { readonly endMs: number; readonly byTimeOut: boolean } {
  const { gprs, rules } = core;
  const exitMs = plannedEnd(gprs, rules, row);
  const timeOutMs = gprs.idleSince[row] >= 0 ? timeOutAt(core, row) : NEVER;
  return { endMs: Math.min(exitMs, timeOutMs), byTimeOut: timeOutMs < exitMs };
}

/** The planned repairs of a component's nodes, in order of time. */
export function repairsOf({ timers, nodes }: Core, { pools }: Membership): Repair[] {
  const repairs: Repair[] = [];
  for (const id of timers.nodes.ids.subarray(0, timers.nodes.size)) {
    const node = timerIndex(id);
    if (nodes.state[node] !== NodeState.down) continue;
    const pool = pools.indexOf(nodes.pool[node]);
    if (pool >= 0) repairs.push({ atMs: nodes.repairAt[node], pool, slot: nodes.slot[node] });
  }
  return repairs.sort((a, b) => a.atMs - b.atMs);
}

const FEW = 40;

/** Sorts `order[from … to)` by the ranks at the same indices, and the ranks with it. */
function sortByRank(order: Int32Array, rank: Float64Array, from: number, to: number): void {
  if (to - from > FEW) {
    const places = Array.from({ length: to - from }, (_, i) => from + i).sort((a, b) => rank[a] - rank[b]);
    order.set(
      places.map((place) => order[place]),
      from,
    );
    rank.subarray(from, to).sort();
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const moved = order[i];
    const key = rank[i];
    let at = i;
    for (; at > from && rank[at - 1] > key; at--) {
      order[at] = order[at - 1];
      rank[at] = rank[at - 1];
    }
    order[at] = moved;
    rank[at] = key;
  }
}
