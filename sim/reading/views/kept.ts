// The record of a GPR that leaves memory: the fields of its row that a view shows, as numbers ("words"). Reading a record puts
// the words back into a row. Workspaces, pools, demands and nodes are stored by number; numbers are never reused. Raise
// SNAPSHOT_VERSION when a word changes its meaning.

import { REASON_NAMES, Reason, STATE_NAMES, State } from '../../facts/numbered.ts';
import type { Core } from '../../kernel/core.ts';
import {
  Cold,
  Field,
  Flag,
  type GprTable,
  LASTING_COLD,
  LASTING_INTS,
  LASTING_REALS,
  NONE,
  Real,
} from '../../tables/gprs/gpr-table.ts';

/** Words that every GPR has: the fields that last, and ms from its creation to its start and to its end. */
const FIXED = LASTING_INTS.length + LASTING_REALS.length + 2;

/** Number of words that only some GPRs have. The nodes follow them. */
const OPTIONAL_MAX = 3 + LASTING_COLD.length;

interface Words {
  readonly words: Float64Array;
  readonly count: number;
}

/**
 * Returns the record of a row: the first `count` numbers of `words`.
 * @param used an array that is no longer needed: it is used again if it is long enough
 */
export function keep(core: Core, table: GprTable, row: number, used: Float64Array): Words {
  const { ints, reals, cold } = table;
  const held = ints[row + Field.lot] === NONE ? 0 : core.demands.nodes[ints[row + Field.demand]];
  const most = FIXED + OPTIONAL_MAX + held;
  const words = used.length < most ? new Float64Array(2 * most) : used;
  const flags = ints[row + Field.flags];
  const createdAt = reals[row + Real.createdAt];
  let at = 0;
  for (const field of LASTING_INTS) words[at++] = ints[row + field];
  for (const field of LASTING_REALS) words[at++] = reals[row + field];
  words[at++] = since(createdAt, reals[row + Real.startedAt]);
  words[at++] = since(createdAt, reals[row + Real.endedAt]);
  if ((flags & Flag.requeued) !== 0) words[at++] = since(createdAt, cold[row + Cold.firstStartedAt]);
  for (const [flag, field] of LASTING_COLD) if ((flags & flag) !== 0) words[at++] = cold[row + field];
  if (ints[row + Field.state] === State.failed) {
    words[at++] = ints[row + Field.reason];
    words[at++] = cold[row + Cold.culprit];
  }
  const { capacity } = core.pools[ints[row + Field.pool]];
  const slots = table.lotWords(held);
  const from = table.lotAt(row, held);
  for (let i = 0; i < held; i++) words[at++] = capacity.nodeAt(capacity.slotOf(slots[from + i]));
  return { words, count: at };
}

/**
 * Puts the first `count` words of a record into a row.
 * @returns the nodes that the GPR held; undefined if the record is invalid in this world
 */
export function putBack(
  core: Core,
  kept: Float64Array,
  count: number,
  table: GprTable,
  row: number,
): number[] | undefined {
  const { ints, reals, cold } = table;
  for (let i = 0; i < count; i++) if (!Number.isSafeInteger(kept[i])) return undefined;
  let at = 0;
  for (const field of LASTING_INTS) {
    ints[row + field] = kept[at];
    if (ints[row + field] !== kept[at++]) return undefined;
  }
  for (const field of LASTING_REALS) reals[row + field] = kept[at++];
  const flags = ints[row + Field.flags];
  const createdAt = reals[row + Real.createdAt];
  reals[row + Real.startedAt] = after(createdAt, kept[at++]);
  reals[row + Real.endedAt] = after(createdAt, kept[at++]);
  if ((flags & Flag.requeued) !== 0) cold[row + Cold.firstStartedAt] = after(createdAt, kept[at++]);
  for (const [flag, field] of LASTING_COLD) if ((flags & flag) !== 0) cold[row + field] = kept[at++];
  if (ints[row + Field.state] === State.failed) {
    if (!isBelow(kept[at], REASON_NAMES.length)) return undefined;
    ints[row + Field.reason] = kept[at++];
    cold[row + Cold.culprit] = kept[at++];
  }
  if (at > count || !isOf(core, table, row)) return undefined;
  const nodes: number[] = [];
  for (; at < count; at++) nodes.push(kept[at]);
  const pool = ints[row + Field.pool];
  const isThere = (node: number) => isBelow(node, core.nodes.size) && core.nodes.pool[node] === pool;
  return nodes.every(isThere) ? nodes : undefined;
}

/** Whether the numbers in a row are valid in this world. */
function isOf(
  { workspaces, pools, demands, nodes, now }: Core,
  { ints, reals, cold }: GprTable,
  row: number,
): boolean {
  const state = ints[row + Field.state];
  if (
    !isBelow(reals[row + Real.createdAt], now + 1) ||
    !isBelow(reals[row + Real.endedAt] + 1, now + 2) ||
    !isBelow(reals[row + Real.startedAt] + 1, now + 2) ||
    !isBelow(ints[row + Field.workspace], workspaces.size) ||
    !isBelow(ints[row + Field.pool], pools.length) ||
    !isBelow(ints[row + Field.demand], demands.size) ||
    !isBelow(state - 1, STATE_NAMES.length - 1)
  ) {
    return false;
  }
  if (state !== State.failed) return true;
  const reason = ints[row + Field.reason];
  const culprit = cold[row + Cold.culprit];
  if (reason === Reason.nodeFailure) return isBelow(culprit, nodes.size);
  return culprit >= 0;
}

function isBelow(value: number, size: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < size;
}

/** Milliseconds between two instants; −1 = the second has not happened. */
function since(fromMs: number, atMs: number): number {
  return atMs < 0 ? -1 : atMs - fromMs;
}

function after(fromMs: number, passedMs: number): number {
  return passedMs < 0 ? -1 : fromMs + passedMs;
}
