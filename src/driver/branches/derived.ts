// Derives the world at a position of a line: restores the nearest snapshot and replays the journal from there. Nothing is
// written, and the present world goes on answering.

import type { Scenario, Simulation } from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import type { JournalEntry } from '../../store/tables/journal.ts';
import type { Position } from '../../store/tables/line.ts';
import { UnflushedGprs } from '../../store/tables/unflushed-gprs.ts';
import { type Hidden, hiddenBy } from '../commits/recorder.ts';
import { ComparedRuns, ESTIMATES, FACTS } from '../stored/compared-runs.ts';
import { fileSlices, fromNearest } from '../stored/replay.ts';
import { storedJournal } from '../stored/stored.ts';

/** A world at a position, and what has changed in its history since the snapshot from which it was derived. */
export interface Derived {
  readonly simulation: Simulation;
  /** Number of commands that have entered. */
  readonly commands: number;
  readonly base: { readonly commands: number; readonly facts: number };
  /** GPRs that have left memory. */
  readonly left: UnflushedGprs;
  readonly hidden: readonly Hidden[];
}

/** The last position of an instant. */
export function endOfInstant(nowMs: number): Position {
  return { nowMs, round: Number.MAX_SAFE_INTEGER, isOpen: false, commands: Number.MAX_SAFE_INTEGER };
}

/**
 * Derives the world in slices. Compares its facts with the stored ones.
 * @param end a position that the line passes, or an instant, which it includes @throws StoreError if the facts differ
 */
export function* deriving(past: Past, scenario: Scenario, end: Position | number): Generator<void, Derived> {
  const until = typeof end === 'number' ? endOfInstant(end) : end;
  const { simulation, commands: baseCommands, facts } = fromNearest(past, scenario, until);
  const left = new UnflushedGprs();
  const hidden: Hidden[] = [];
  let commands = baseCommands;
  simulation.onForget = (gpr, isRemoved, uid) => left.add(uid, gpr, isRemoved);
  const stored = new ComparedRuns(past, FACTS);
  const estimates = new ComparedRuns(past, ESTIMATES);
  const compare = () => {
    estimates.compare(simulation.takeEstimates());
    stored.compare(simulation.takeFacts());
  };
  const journal = upTo(until.commands, storedJournal(past, baseCommands + 1));
  const slices = fileSlices(past, simulation, journal, end, (command) => {
    commands++;
    const gprId = hiddenBy(command, simulation);
    if (gprId !== undefined) hidden.push({ gprId, command: commands });
  });
  for (const _ of slices) {
    compare();
    yield;
  }
  compare();
  return { simulation, commands, base: { commands: baseCommands, facts }, left, hidden };
}

/** The entries up to number `last`. */
export function* upTo(last: number, journal: Iterable<JournalEntry>): Generator<JournalEntry> {
  for (const entry of journal) {
    if (entry.seq > last) return;
    yield entry;
  }
}
