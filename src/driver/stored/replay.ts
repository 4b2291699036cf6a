// Replays the journal of a file in slices.

import { type Command, NEVER, type Scenario, Simulation } from '../../../sim/index.ts';
import { Damaged, StoreError } from '../../store/store-error.ts';
import type { JournalEntry } from '../../store/tables/journal.ts';
import type { Mark } from '../../store/tables/marks.ts';
import type { WorldFile } from '../../store/world-file.ts';
import { Slice } from '../slice.ts';

/** The most commands of a slice. A slice mostly ends earlier: after its time. */
const COMMANDS_MAX = 1_000;

/** Returns the simulation of a file at time 0. @throws Damaged */
export function fromStart(file: WorldFile, scenario: Scenario): Simulation {
  try {
    return new Simulation(scenario, file.branch);
  } catch (error) {
    throw new Damaged(file.path, `its scenario cannot be built: ${(error as Error).message}`);
  }
}

/**
 * Applies the journaled commands of a file at their instants and rounds, then runs to the end. Yields after each slice,
 * so that the caller can take the facts, report progress or stop.
 * @param end the mark of the file, or an instant, which ends the replay earlier; undefined ends it after the last command
 * @param notice called with each command right before it is applied
 * @throws Damaged
 */
export function* fileSlices(
  file: WorldFile,
  simulation: Simulation,
  journal: Iterable<JournalEntry>,
  end: Mark | number | undefined,
  notice?: (command: Command) => void,
): Generator<void> {
  try {
    yield* replaySlices(simulation, journal, end, notice);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new Damaged(file.path, `its journal cannot be applied: ${(error as Error).message}`);
  }
}

function* replaySlices(
  simulation: Simulation,
  journal: Iterable<JournalEntry>,
  end: Mark | number | undefined,
  notice: (command: Command) => void = () => {},
): Generator<void> {
  const sliced = new Slice();
  const endMs = typeof end === 'number' ? end : NEVER;
  let commands = 0;
  for (const { atMs, round, command } of journal) {
    if (atMs > endMs) break;
    yield* slicesBefore(simulation, atMs, sliced);
    simulation.openRound(atMs, round);
    notice(command);
    simulation.apply(command);
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
