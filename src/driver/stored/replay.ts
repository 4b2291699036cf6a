// Replays the journal of a file in slices.

import { type Command, NEVER, PolicyFailure, type Saved, Simulation } from '../../../sim/index.ts';
import { checkShareable } from '../../scenario/fields/shareable-nodes.ts';
import type { Past } from '../../store/past.ts';
import { Damaged, StoreError } from '../../store/store-error.ts';
import type { JournalEntry } from '../../store/tables/journal.ts';
import type { Position } from '../../store/tables/line.ts';
import { Slice } from '../slice.ts';

/** The most commands of a slice. A slice mostly ends earlier: after its time. */
const COMMANDS_MAX = 1_000;

/** What a world is built from, besides its past. */
export type Origin = Pick<Simulation, 'scenario' | 'ownPolicies'>;

/** A simulation from which a replay goes on. */
export interface Begun {
  readonly simulation: Simulation;
  /** Number of commands that have entered. */
  readonly commands: number;
  /** Number of facts in the file up to there: 0 at the start, whose facts are still in the simulation. */
  readonly facts: number;
}

/** Begins at time 0, in steps. @throws Damaged */
export function* fromStart(past: Past, { scenario, ownPolicies }: Origin): Generator<undefined, Begun> {
  // The check of a stored scenario does not know the policies of modules.
  const [problem] = checkShareable(scenario, ownPolicies);
  if (problem !== undefined)
    throw new Damaged(past.path, `its scenario is invalid: ${problem.path} ${problem.message}`);
  try {
    const steps = Simulation.building(scenario, { forks: past.line.forks, ownPolicies });
    const simulation = yield* steps as Generator<undefined, Simulation>;
    return { simulation, commands: 0, facts: 0 };
  } catch (error) {
    throw new Damaged(past.path, `its scenario cannot be built: ${(error as Error).message}`);
  }
}

/** Begins at the last snapshot up to a position of the line, or at time 0, in steps. @throws Damaged */
export function* fromNearest(past: Past, origin: Origin, until: Position): Generator<undefined, Begun> {
  const snapshot = past.snapshot(until);
  if (snapshot === undefined) return yield* fromStart(past, origin);
  const { state, commands, facts } = snapshot;
  try {
    const simulation = restored(past, origin, state);
    const isOfFile = simulation.clock().seq === facts && Number.isSafeInteger(commands) && commands >= 0;
    if (isOfFile) return { simulation, commands, facts };
  } catch {
    // A snapshot only saves time.
  }
  return yield* fromStart(past, origin);
}

/** Restores a saved state of a line. */
export function restored(
  { line: { forks } }: Past,
  { scenario, ownPolicies }: Origin,
  state: Saved,
): Simulation {
  return Simulation.restore(scenario, state, { forks, ownPolicies });
}

/**
 * Applies the journaled commands of a file at their instants and rounds, then runs to the end. Yields after each slice,
 * so that the caller can take the facts, report progress or stop.
 * @param journal up to the end @param end a position, or an instant, which it includes; undefined ends after the last command
 * @param notice called with each command right before it is applied
 * @throws Damaged
 */
export function* fileSlices(
  { path }: Pick<Past, 'path'>,
  simulation: Simulation,
  journal: Iterable<JournalEntry>,
  end: Position | number | undefined,
  notice: (command: Command) => void = () => {},
): Generator<void> {
  try {
    yield* replaySlices(simulation, journal, end, ({ command }) => {
      notice(command);
      simulation.apply(command);
    });
  } catch (error) {
    if (error instanceof StoreError || error instanceof PolicyFailure) throw error;
    throw new Damaged(path, `its journal cannot be applied: ${(error as Error).message}`);
  }
}

/** The same with another way to apply a command, whose errors stay as they are. */
export function* replaySlices(
  simulation: Simulation,
  journal: Iterable<JournalEntry>,
  end: Position | number | undefined,
  enter: (entry: JournalEntry) => void,
): Generator<void> {
  const sliced = new Slice();
  const endMs = typeof end === 'number' ? end : NEVER;
  let commands = 0;
  for (const entry of journal) {
    const { atMs, round } = entry;
    if (atMs > endMs) break;
    yield* slicesBefore(simulation, atMs, sliced);
    simulation.openRound(atMs, round);
    enter(entry);
    if (++commands % COMMANDS_MAX !== 0 && !sliced.isOver) continue;
    yield;
    sliced.begin();
  }
  if (typeof end === 'number') {
    while (!sliced.run(simulation, end)) yield;
  } else if (end !== undefined && end.round >= 0) {
    yield* slicesBefore(simulation, end.nowMs, sliced);
    simulation.settle(end.nowMs, end.round, end.isOpen);
  }
}

/** Runs up to an instant, excluding it. */
function* slicesBefore(simulation: Simulation, atMs: number, sliced: Slice): Generator<void> {
  while (atMs > simulation.nowMs + 1 && !sliced.run(simulation, atMs - 1)) {
    yield;
    sliced.begin();
  }
}
