// Instants, rounds and ranks: what happens by itself, in order of instant, round, rank and sequence.

import { runCycle } from './cycle.ts';
import { takeGprTurn } from './gprs.ts';
import { takeNodeTurn } from './nodes.ts';
import { dueAt, type NaiveWorld, type Stream } from './state.ts';
import { finishCleanUp } from './workspaces.ts';

/** What a forecast does not know of. */
export interface Surprises {
  /** Lets the next arrival of a stream happen, and plans the one after it. */
  arrive(world: NaiveWorld, stream: Stream): void;
  notePromises(world: NaiveWorld): void;
}

const NO_SURPRISES: Surprises = { arrive() {}, notePromises() {} };

/** Runs everything before an instant and opens a round there, unless one is open. */
export function openAt(world: NaiveWorld, atMs: number, surprises = NO_SURPRISES): void {
  if (world.isOpen && world.nowMs === atMs) return;
  if (world.isOpen) close(world, surprises);
  for (let next = nextAtMs(world); next < atMs; next = nextAtMs(world)) runInstant(world, next, surprises);
  openRound(world, atMs);
}

/** Runs everything up to and with the cycle of an instant. */
export function runTo(world: NaiveWorld, atMs: number, surprises = NO_SURPRISES): void {
  if (world.isOpen) close(world, surprises);
  for (let next = nextAtMs(world); next <= atMs; next = nextAtMs(world)) runInstant(world, next, surprises);
  if (world.nowMs < atMs) runInstant(world, atMs, surprises);
}

/** Arrivals and the cycle of the open round, and further rounds of the instant as long as anything calls for one. */
export function close(world: NaiveWorld, surprises = NO_SURPRISES): void {
  for (;;) {
    eachDue(world, 'streams', (stream) => surprises.arrive(world, stream));
    const again = runCycle(world);
    world.isOpen = false;
    if (!again && nextAtMs(world) > world.nowMs) break;
    openRound(world, world.nowMs);
  }
  if (!world.promiseIsDue) return;
  world.promiseIsDue = false;
  surprises.notePromises(world);
}

/** Instant of what happens next by itself, Infinity if nothing does. */
export function nextAtMs(world: NaiveWorld): number {
  let atMs = world.promise?.atMs ?? Infinity;
  for (const list of [world.gprs, world.nodes, world.workspaces, world.streams]) {
    for (const { turn } of list) atMs = Math.min(atMs, turn?.atMs ?? Infinity);
  }
  return atMs;
}

function runInstant(world: NaiveWorld, atMs: number, surprises: Surprises): void {
  openRound(world, atMs);
  close(world, surprises);
}

/** Ranks 0 to 2. */
function openRound(world: NaiveWorld, atMs: number): void {
  world.round = atMs > world.nowMs ? 0 : world.round + 1;
  world.nowMs = atMs;
  world.isOpen = true;
  eachDue(world, 'nodes', (node) => takeNodeTurn(world, node));
  eachDue(world, 'gprs', (gpr) => takeGprTurn(world, gpr));
  eachDue(world, 'workspaces', (workspace) => finishCleanUp(world, workspace));
  if (world.promise?.atMs !== world.nowMs) return;
  world.promiseIsDue = true;
  world.promise = dueAt(world, world.nowMs + world.scenario.promiseEveryMs!);
}

/** As long as anything of a list is due now: the one that was planned first. */
function eachDue<K extends 'nodes' | 'gprs' | 'workspaces' | 'streams'>(
  world: NaiveWorld,
  list: K,
  act: (item: NaiveWorld[K][number]) => void,
): void {
  for (;;) {
    const items: readonly NaiveWorld[K][number][] = world[list];
    const due = items.filter(({ turn }) => turn?.atMs === world.nowMs);
    if (due.length === 0) return;
    act(due.reduce((a, b) => (b.turn!.sequence < a.turn!.sequence ? b : a)));
  }
}
