// Everybody who waits or runs, as a projection needs them: a few narrow columns in the order in which workspaces serve
// their own. Made once a pass; the world may go on meanwhile.

import { NodeState } from '../cluster.ts';
import { type Core, Timer, timerIndex, timerKind } from '../core.ts';
import { DemandTable } from '../demand.ts';
import { Flag, indexOf, NONE, ROW, State } from '../gpr.ts';
import { copyFields } from '../state.ts';
import { NEVER } from '../time.ts';

/**
 * Members are numbered: those that wait by workspace and rank, then those that run. With a workspace limit the next
 * member of a workspace is therefore the next number.
 */
export interface Roster {
  readonly waiting: number;
  readonly size: number;
  readonly rank: Float64Array;
  readonly workspace: Int32Array;
  readonly pool: Int32Array;
  readonly demand: Int32Array;
  /** From start to end, ms, if nothing else happens. */
  readonly holdMs: Float64Array;
  /** Instant of the (next) start; NEVER until it is known. */
  readonly startAt: Float64Array;
  /** Member after which a member becomes a head, NONE = it is one from the beginning. */
  readonly before: Int32Array;
  /** Member that becomes a head when this one ends. */
  readonly after: Int32Array;
  /** Of a workspace: its first waiting member and the one after its last, and the member that runs. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly holder: Int32Array;
  /** Place of a GPR's row → its number, NONE = it did not wait. */
  readonly numberAt: Int32Array;
  /** Row of a member. */
  readonly row: Int32Array;
  readonly demands: DemandTable;
  readonly repairs: readonly { readonly atMs: number; readonly node: number }[];
}

/** The roster of a world; undefined where somebody waits whose ways a projection does not know. */
export function rosterOf(core: Core): Roster | undefined {
  const { gprs, workspaces, rules, demands } = core;
  const waiting = core.queued;
  const size = waiting + core.gprTimers.size;
  const count = workspaces.size;

  // The table is gone through in the order of its rows, which is far cheaper than to and fro.
  const from = new Int32Array(count);
  const to = new Int32Array(count);
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.state[row] !== State.queued) continue;
    if (demands.evicts[gprs.demand[row]] === 1 || (gprs.flags[row] & Flag.placed) !== 0) return undefined;
    to[gprs.workspace[row]]++;
  }
  for (let w = 0, at = 0; w < count; w++) {
    from[w] = at;
    at += to[w];
    to[w] = from[w];
  }
  const rows = new Int32Array(size);
  const rank = new Float64Array(size);
  for (let row = 0, running = waiting; row < gprs.used; row += ROW) {
    const isQueued = gprs.state[row] === State.queued;
    if (!isQueued && !gprs.isProvisioned(row)) continue;
    const member = isQueued ? to[gprs.workspace[row]]++ : running++;
    rows[member] = row;
    rank[member] = gprs.rank[row];
  }
  if (rules.limited) for (let w = 0; w < count; w++) sortByRank(rows, rank, from[w], to[w]);
  const numberAt = new Int32Array(gprs.capacity).fill(NONE);
  for (let member = 0; member < waiting; member++) numberAt[indexOf(rows[member])] = member;

  const workspace = new Int32Array(size);
  const pool = new Int32Array(size);
  const demand = new Int32Array(size);
  const holdMs = new Float64Array(size);
  const startAt = new Float64Array(size).fill(NEVER, 0, waiting);
  const holder = new Int32Array(count).fill(NONE);
  for (let row = 0, running = waiting; row < gprs.used; row += ROW) {
    const isQueued = gprs.state[row] === State.queued;
    if (!isQueued && !gprs.isProvisioned(row)) continue;
    const member = isQueued ? numberAt[indexOf(row)] : running++;
    workspace[member] = gprs.workspace[row];
    pool[member] = gprs.pool[row];
    demand[member] = gprs.demand[row];
    if (isQueued) {
      holdMs[member] = rules.provisioningDelayMs + gprs.exitLeftMs[row];
    } else {
      startAt[member] = gprs.startedAt[row];
      holdMs[member] = endOf(core, row) - gprs.startedAt[row];
      if (rules.limited) holder[workspace[member]] = member;
    }
  }
  const before = new Int32Array(size).fill(NONE);
  const after = new Int32Array(size).fill(NONE);
  if (rules.limited) {
    for (let w = 0; w < count; w++) {
      let last = holder[w];
      for (let member = from[w]; member < to[w]; member++) {
        before[member] = last;
        if (last !== NONE) after[last] = member;
        last = member;
      }
    }
  }
  return {
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
    from,
    to,
    holder,
    numberAt,
    row: rows,
    demands: copyFields(new DemandTable(), demands),
    repairs: repairsOf(core),
  };
}

/** When a provisioned GPR ends, by what a scheduler may know of it. */
function endOf(core: Core, row: number): number {
  const { gprs, rules } = core;
  if (gprs.state[row] === State.provisioning) {
    return gprs.startedAt[row] + rules.provisioningDelayMs + gprs.exitLeftMs[row];
  }
  const end = gprs.successfulAt[row] + gprs.exitLeftMs[row];
  const timesOut = (gprs.flags[row] & Flag.enforcesIdleTimeOut) !== 0 && gprs.idleTimeOutMs[row] > 0;
  if (gprs.idleSince[row] < 0 || !timesOut) return end;
  return Math.min(end, gprs.idleSince[row] + gprs.idleTimeOutMs[row]);
}

/** When nodes that are down come back, as far as that is known, in order of time. */
export function repairsOf({ timers, nodes }: Core): { atMs: number; node: number }[] {
  const repairs: { atMs: number; node: number }[] = [];
  for (let i = 0; i < timers.size; i++) {
    const node = timerIndex(timers.ids[i]);
    if (timerKind(timers.ids[i]) !== Timer.node || nodes.state[node] !== NodeState.down) continue;
    repairs.push({ atMs: nodes.repairAt[node], node });
  }
  return repairs.sort((a, b) => a.atMs - b.atMs);
}

/** Most workspaces have few; those that have many are sorted as such. */
const FEW = 40;

/** Sorts members `from … to` by rank: their rows, and the ranks beside them. */
function sortByRank(rows: Int32Array, rank: Float64Array, from: number, to: number): void {
  if (to - from > FEW) {
    const order = Array.from({ length: to - from }, (_, i) => from + i).sort((a, b) => rank[a] - rank[b]);
    rows.set(
      order.map((member) => rows[member]),
      from,
    );
    rank.subarray(from, to).sort();
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const row = rows[i];
    const key = rank[i];
    let at = i;
    for (; at > from && rank[at - 1] > key; at--) {
      rows[at] = rows[at - 1];
      rank[at] = rank[at - 1];
    }
    rows[at] = row;
    rank[at] = key;
  }
}
