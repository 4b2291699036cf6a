// Instants, rounds and ranks: processes timers in order of instant, round, rank and sequence.

import { moveOverdue, takeBurst } from './bursts.ts';
import { finishCleanUp } from './clean-up.ts';
import { makePlans, nextPlannedMs } from './conservative.ts';
import { findHeads, runCycle } from './cycle.ts';
import { takeDecisionTurn } from './decisions.ts';
import { takeEndpointTurn } from './endpoints.ts';
import { takeGprTurn } from './gprs.ts';
import { takeNodeTurn } from './nodes.ts';
import { type Due, dueAt, isProvisioned, type NaiveWorld, type Stream } from './state.ts';

/** The events that a forecast does not know. */
export interface Invalidations {
  /** Performs the next arrival of a stream and plans the one after it. */
  arrive(world: NaiveWorld, stream: Stream): void;
  recordEstimates(world: NaiveWorld): void;
}

const NO_INVALIDATIONS: Invalidations = { arrive() {}, recordEstimates() {} };

/** Runs everything before an instant and opens a round there, unless a round is open there. */
export function openAt(world: NaiveWorld, atMs: number, invalidations = NO_INVALIDATIONS): void {
  if (world.isOpen && world.nowMs === atMs) return;
  if (world.isOpen) close(world, invalidations);
  for (let next = nextAtMs(world); next < atMs; next = nextAtMs(world))
    runInstant(world, next, invalidations);
  openRound(world, atMs);
}

/** Runs everything up to the end of an instant. */
export function runTo(world: NaiveWorld, atMs: number, invalidations = NO_INVALIDATIONS): void {
  if (world.isOpen) close(world, invalidations);
  for (let next = nextAtMs(world); next <= atMs; next = nextAtMs(world))
    runInstant(world, next, invalidations);
  if (world.nowMs < atMs) runInstant(world, atMs, invalidations);
}

/** Closes the open round: arrivals and the cycle, then further rounds of the instant while one is needed. */
export function close(world: NaiveWorld, invalidations = NO_INVALIDATIONS): void {
  for (;;) {
    takeTurns(world, () =>
      world.streams.map((stream) => ({
        turn: stream.turn,
        take: () => {
          invalidations.arrive(world, stream);
          afterArrival(world);
        },
      })),
    );
    const hasMadeRoom = isByEvent(world) ? endEarly(world) : runCycle(world);
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

/** Instant of the next event, Infinity = none. */
export function nextAtMs(world: NaiveWorld): number {
  const turns = [world.nodes, world.gprs, world.streams].flat().map(({ turn }) => turn);
  const others = controllerTurns(world).map(({ turn }) => turn);
  const dues = [world.recording, ...turns, ...others].map((turn) => turn?.atMs ?? Infinity);
  return Math.min(...dues, nextPlannedMs(world));
}

function runInstant(world: NaiveWorld, atMs: number, invalidations: Invalidations): void {
  openRound(world, atMs);
  close(world, invalidations);
}

/** Opens a round: its events of rank 0 to 2. */
function openRound(world: NaiveWorld, atMs: number): void {
  world.round = atMs > world.nowMs ? 0 : world.round + 1;
  world.nowMs = atMs;
  world.isOpen = true;
  takeTurns(world, () =>
    world.nodes.map((node) => ({ turn: node.turn, take: () => takeNodeTurn(world, node) })),
  );
  if (isByEvent(world)) endPlanned(world);
  else takeTurns(world, () => gprTurns(world));
  takeTurns(world, () => controllerTurns(world));
  if (nextPlannedMs(world) <= world.nowMs) for (const pool of world.pools) pool.changed = true;
  if (world.recording?.atMs !== world.nowMs) return;
  world.recordingIsDue = true;
  world.recording = dueAt(world, world.nowMs + world.scenario.recordEstimatesEveryMs!);
}

function isByEvent({ scenario }: NaiveWorld): boolean {
  return scenario.scheduler.cycle === 'event';
}

/** With one cycle for each event, a cycle follows each command and each arrival. */
export function afterArrival(world: NaiveWorld): void {
  if (!isByEvent(world)) return;
  world.arrived = true;
  react(world);
}

/** After an event, with one cycle for each: that cycle, or the plans that the event changes. */
function react(world: NaiveWorld): void {
  if (world.queue !== 'conservative') cycles(world);
  else {
    findHeads(world);
    for (const pool of world.pools) makePlans(world, pool);
  }
}

function cycles(world: NaiveWorld): void {
  while (runCycle(world)) {}
}

/**
 * Ends the GPRs whose exit duration is over, in the order in which their timers were set. If starts are planned, they end with
 * the others, after the arrivals.
 */
function endPlanned(world: NaiveWorld): void {
  world.arrived = false;
  world.firstPlanned = Infinity;
  if (world.queue === 'conservative') return;
  const over = world.gprs.filter(
    (gpr) => isProvisioned(gpr) && gpr.successfulAtMs + gpr.exitLeftMs === world.nowMs,
  );
  over.sort((a, b) => a.turn!.sequence - b.turn!.sequence);
  world.firstPlanned = over[0]?.turn?.sequence ?? Infinity;
  for (const gpr of over) takeGprTurn(world, gpr);
}

/** Handles the other timers of GPRs, with a cycle after each. Returns whether another round must follow. */
function endEarly(world: NaiveWorld): boolean {
  let hasEnded = false;
  for (;;) {
    const [first] = gprTurns(world)
      .filter(({ turn }) => turn?.atMs === world.nowMs)
      .sort((a, b) => a.turn!.sequence - b.turn!.sequence);
    if (first === undefined) break;
    const comesFirst = !hasEnded && !world.arrived && world.firstPlanned < first.turn!.sequence;
    hasEnded = true;
    if (comesFirst && world.queue !== 'conservative') cycles(world);
    // The cycle may have evicted it.
    if (gprTurns(world).some(({ turn }) => turn === first.turn)) first.take();
    react(world);
  }
  if (world.queue === 'conservative') return runCycle(world);
  if (!hasEnded && !world.arrived) cycles(world);
  return false;
}

function gprTurns(world: NaiveWorld): Turn[] {
  return world.gprs.map((gpr) => ({ turn: gpr.turn, take: () => takeGprTurn(world, gpr) }));
}

/** A timer and its action; null = not set. */
interface Turn {
  readonly turn: Due | null;
  take(): void;
}

/** The timers of rank 2, except the recording of estimates. */
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

/** Takes the due timers in the order in which they were set, until none is due. */
function takeTurns(world: NaiveWorld, turns: () => readonly Turn[]): void {
  for (;;) {
    const due = turns().filter(({ turn }) => turn?.atMs === world.nowMs);
    if (due.length === 0) return;
    due.reduce((a, b) => (b.turn!.sequence < a.turn!.sequence ? b : a)).take();
  }
}
