// Finds the last position before a fact at which a command can enter: before the instant of the fact, in an open round, or
// after a command. A fact of a cycle leads to the open round before the cycle.

import { eachFact, type FactRun, type Simulation } from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import type { JournalEntry } from '../../store/tables/journal.ts';
import type { Position } from '../../store/tables/line.ts';
import { endOfInstant } from '../commits/derived.ts';
import { type Begun, fileSlices, fromNearest, type Origin } from '../stored/replay.ts';
import { storedJournal } from '../stored/stored.ts';

/** Returns a world before a position from which the search can begin; undefined if there is none. */
export type Begins = (until: Position, factsMax?: number) => Omit<Begun, 'facts'> | undefined;

/**
 * Searches in slices, with a copy of the world.
 * @param seq number of a fact of the line @returns undefined if no command can enter before the fact: it is one of the start
 */
export function* positionBefore(
  past: Past,
  origin: Origin,
  seq: number,
  begins: Begins,
): Generator<void, Position | undefined> {
  const atMs = instantOf(past.factRunsFrom(seq, 1)[0], seq);
  const begun =
    begins(endOfInstant(atMs), seq - 1) ?? (yield* fromNearest(past, origin, endOfInstant(atMs - 1)));
  const { simulation } = begun;
  let { commands } = begun;
  if (simulation.clock().seq >= seq) return undefined;
  const journal = storedJournal(past, commands + 1);
  let entry = journal.next();
  const earlier = (function* (): Generator<JournalEntry> {
    for (; !entry.done && entry.value.atMs < atMs; entry = journal.next()) yield entry.value;
  })();
  // At the start, there is no earlier instant.
  const isWithin = simulation.nowMs === atMs;
  if (atMs > 0 && !isWithin)
    for (const _ of fileSlices(past, simulation, earlier, atMs - 1, () => commands++)) {
      simulation.dropFacts();
      simulation.takeEstimates();
      yield;
    }
  const hasPassed = () => simulation.clock().seq >= seq;
  let position = positionOf(simulation, commands);
  let isOpen = isWithin && position.isOpen;
  for (;;) {
    const next = entry.done || entry.value.atMs > atMs ? undefined : entry.value;
    if (isOpen) isOpen = false;
    else if (next === undefined) simulation.openAt(atMs);
    else simulation.openRound(atMs, next.round);
    if (hasPassed()) return position;
    position = positionOf(simulation, commands);
    const { round } = simulation;
    for (; !entry.done && entry.value.atMs === atMs && entry.value.round === round; entry = journal.next()) {
      simulation.apply(entry.value.command);
      commands++;
      if (hasPassed()) return position;
      position = positionOf(simulation, commands);
      if (commands % COMMANDS_AT_ONCE === 0) yield;
    }
    simulation.runTo(atMs);
    if (hasPassed()) return position;
    position = positionOf(simulation, commands);
    if (next === undefined) throw new Error(`fact ${seq} does not follow at ${atMs} ms`);
    yield;
  }
}

const COMMANDS_AT_ONCE = 1_000;

function positionOf(simulation: Simulation, commands: number): Position {
  const { nowMs, round, open } = simulation.clock();
  return { nowMs, round, isOpen: open, commands };
}

function instantOf(run: FactRun, seq: number): number {
  let found = 0;
  eachFact(run, (_kind, atMs, _at, _count, number) => {
    if (number === seq) found = atMs;
  });
  return found;
}
