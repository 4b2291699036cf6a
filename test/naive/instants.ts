// Instants, rounds and ranks: what happens by itself, in order of instant, round, rank and sequence.

import { moveOverdue, takeBurst } from './bursts.ts';
import { finishCleanUp } from './clean-up.ts';
import { runCycle } from './cycle.ts';
import { takeDecisionTurn } from './decisions.ts';
import { takeEndpointTurn } from './endpoints.ts';
import { takeGprTurn } from './gprs.ts';
import { takeNodeTurn } from './nodes.ts';
import { type Due, dueAt, type NaiveWorld, type Stream } from './state.ts';

/** What a forecast does not know of. */
export interface Invalidations {
  /** Lets the next arrival of a stream happen, and plans the one after it. */
  arrive(world: NaiveWorld, stream: Stream): void;
  recordEstimates(world: NaiveWorld): void;
}

const NO_SURPRISES: Invalidations = { arrive() {}, recordEstimates() {} };

/** Runs everything before an instant and opens a round there, unless one is open. */
export function openAt(world: NaiveWorld, atMs: number, invalidations = NO_SURPRISES): void {
  if (world.isOpen && world.nowMs === atMs) return;
  if (world.isOpen) close(world, invalidations);
  for (let next = nextAtMs(world); next < atMs; next = nextAtMs(world))
    runInstant(world, next, invalidations);
  openRound(world, atMs);
}

/** Runs everything up to and with the cycle of an instant. */
export function runTo(world: NaiveWorld, atMs: number, invalidations = NO_SURPRISES): void {
  if (world.isOpen) close(world, invalidations);
  for (let next = nextAtMs(world); next <= atMs; next = nextAtMs(world))
    runInstant(world, next, invalidations);
  if (world.nowMs < atMs) runInstant(world, atMs, invalidations);
}

/** Arrivals and the cycle of the open round, and further rounds of the instant as long as anything calls for one. */
export function close(world: NaiveWorld, invalidations = NO_SURPRISES): void {
  for (;;) {
    takeTurns(world, () =>
      world.streams.map((stream) => ({
        turn: stream.turn,
        take: () => invalidations.arrive(world, stream),
      })),
    );
    const hasMadeRoom = runCycle(world);
    const hasMoved = moveOverdue(world);
    const again = hasMadeRoom || hasMoved;
    world.isOpen = false;
    if (!again && nextAtMs(world) > world.nowMs) break;
    openRound(world, world.nowMs);
  }
  if (!world.recordingIsDue) return;
  world.recordingIsDue = false;
  invalidations.recordEstimates(world);
}

/** Instant of what happens next by itself, Infinity if nothing does. */
export function nextAtMs(world: NaiveWorld): number {
  const turns = [world.nodes, world.gprs, world.streams].flat().map(({ turn }) => turn);
  const others = controllerTurns(world).map(({ turn }) => turn);
  const dues = [world.recording, ...turns, ...others].map((turn) => turn?.atMs ?? Infinity);
  return Math.min(...dues);
}

function runInstant(world: NaiveWorld, atMs: number, invalidations: Invalidations): void {
  openRound(world, atMs);
  close(world, invalidations);
}

/** Ranks 0 to 2. */
function openRound(world: NaiveWorld, atMs: number): void {
  world.round = atMs > world.nowMs ? 0 : world.round + 1;
  world.nowMs = atMs;
  world.isOpen = true;
  takeTurns(world, () =>
    world.nodes.map((node) => ({ turn: node.turn, take: () => takeNodeTurn(world, node) })),
  );
  takeTurns(world, () => world.gprs.map((gpr) => ({ turn: gpr.turn, take: () => takeGprTurn(world, gpr) })));
  takeTurns(world, () => controllerTurns(world));
  if (world.recording?.atMs !== world.nowMs) return;
  world.recordingIsDue = true;
  world.recording = dueAt(world, world.nowMs + world.scenario.recordEstimatesEveryMs!);
}

/** Something that happens by itself: when it does, if it does, and what. */
interface Turn {
  readonly turn: Due | null;
  take(): void;
}

/** Rank 2, but for promises. */
function controllerTurns(world: NaiveWorld): Turn[] {
  const { workspaces, endpoints, placements } = world;
  return [
    ...workspaces
      .filter(({ turn }) => turn !== null)
      .map((workspace) => ({ turn: workspace.turn, take: () => finishCleanUp(world, workspace) })),
    ...endpoints.map((endpoint) => ({
      turn: endpoint.turn,
      take: () => takeEndpointTurn(world, endpoint),
    })),
    ...placements
      .flatMap(({ decisions }) => decisions)
      .flatMap((decision) => [
        { turn: decision.turn, take: () => takeDecisionTurn(world, decision) },
        { turn: decision.burst, take: () => takeBurst(world, decision) },
      ]),
  ];
}

/** As long as anything is due now: what was planned first. */
function takeTurns(world: NaiveWorld, turns: () => readonly Turn[]): void {
  for (;;) {
    const due = turns().filter(({ turn }) => turn?.atMs === world.nowMs);
    if (due.length === 0) return;
    due.reduce((a, b) => (b.turn!.sequence < a.turn!.sequence ? b : a)).take();
  }
}
