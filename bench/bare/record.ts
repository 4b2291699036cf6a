// A GPR's record, in one buffer of all (gprs.ts): two doubles and then integers, together 64 bytes, a line of the
// processor's cache, if it takes no more than two nodes. A GPR is known by the index of its record in the integers; the
// doubles count from half of it. 0 is no GPR.

export const NONE = 0;

/** Place in every queue: the lower first. */
export const RANK = 0;
/** Instant of its creation until it has started, from then on of its last start. */
export const SINCE = 1;

/** Left to run while Successful, ms: the exit duration or the hidden run time, whichever is less. */
export const WORK_LEFT = 4;
/** Left until it goes idle, ms. */
export const IDLE_AFTER = 5;
export const WORKSPACE = 6;
/** Flags, priority and pool. */
export const STATUS = 7;
/** GPUs on a node, nodes, and lane. */
export const SHAPE = 8;
/** Where in its window it is due. */
export const DUE = 9;
/** Neighbors in its slot of the wheel. */
export const NEXT_DUE = 10;
export const PREVIOUS_DUE = 11;
/** Neighbors among the running GPRs of its pool and priority. */
export const LATER = 12;
export const EARLIER = 13;
/** The same two while it is queued: its links in the workspace's pairing heap. */
export const SIBLING = 12;
export const CHILD = 13;
/** The next free record, while it is free. */
export const NEXT_FREE = 12;
/** Its nodes, to the end of the record. */
export const HELD = 14;

/** Records begin at multiples of this. */
export const LINE_INTS = 16;

const PRIORITY_MAX = 300;
const ORDERS = 2 ** 40;

export function rankOf(priority: number, order: number): number {
  return (PRIORITY_MAX - priority) * ORDERS + order;
}

export function orderOf(rank: number): number {
  return rank % ORDERS;
}

/** Milliseconds that stand for never. */
export const NEVER_MS = 2 ** 31 - 1;

export const EVICTS = 1;
export const REQUEUES = 2;
export const HAS_STARTED = 4;
export const PROVISIONING = 8;
export const SUCCESSFUL = 16;
export const IDLE = 32;

const PRIORITY_SHIFT = 6;
const POOL_SHIFT = 15;
export const POOLS_MAX = 1 << 16;

export function statusOf(flags: number, priority: number, pool: number): number {
  return flags | (priority << PRIORITY_SHIFT) | (pool << POOL_SHIFT);
}

export function priorityOf(status: number): number {
  return (status >> PRIORITY_SHIFT) & 511;
}

export function poolOf(status: number): number {
  return status >> POOL_SHIFT;
}

const NODES_SHIFT = 7;
const LANE_SHIFT = 19;
export const SHAPE_NODES_MAX = 4095;
export const LANES_MAX = 4096;

export function shapeOf(gpus: number, nodes: number, lane: number): number {
  return gpus | (nodes << NODES_SHIFT) | (lane << LANE_SHIFT);
}

export function gpusOf(shape: number): number {
  return shape & 127;
}

export function nodesOf(shape: number): number {
  return (shape >> NODES_SHIFT) & SHAPE_NODES_MAX;
}

export function laneOf(shape: number): number {
  return shape >> LANE_SHIFT;
}
