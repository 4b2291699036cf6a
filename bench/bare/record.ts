// Layout of a GPR record: two doubles and then integers, together 64 bytes, a cache line, if the GPR has at most two nodes.
// All records share one buffer (gprs.ts). A GPR is the index of its record in the integer view; half of it is the index in
// the double view.

export const NONE = 0;

/** Double: position in every queue; the lowest is first. */
export const RANK = 0;
/** Double: instant of the last start, or of the creation if it has not started, ms. */
export const SINCE = 1;

/** Time left to run while Successful, ms: the minimum of exit duration and hidden run time, minus the time it ran. */
export const WORK_LEFT = 4;
/** Time left until it goes idle, ms. */
export const IDLE_AFTER = 5;
export const WORKSPACE = 6;
export const STATUS = 7;
export const SHAPE = 8;
/** Milliseconds from the start of its window to the instant when it is due. */
export const DUE = 9;
/** Neighbors in the list of its wheel slot. */
export const NEXT_DUE = 10;
export const PREVIOUS_DUE = 11;
/** Neighbors among the running GPRs of its pool and priority. */
export const LATER = 12;
export const EARLIER = 13;
/** The same two integers while it is queued: links in the workspace's pairing heap. */
export const SIBLING = 12;
export const CHILD = 13;
/** The same integer while the record is free: the next free record. */
export const NEXT_FREE = 12;
export const HELD = 14;

export const LINE_INTS = 16;

const PRIORITY_MAX = 300;
const ORDERS = 2 ** 40;

export function rankOf(priority: number, order: number): number {
  return (PRIORITY_MAX - priority) * ORDERS + order;
}

export function orderOf(rank: number): number {
  return rank % ORDERS;
}

/** Means never, in ms. */
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
