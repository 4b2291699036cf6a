// Derives the world at a position of a line: restores the nearest snapshot and replays the journal from there. Nothing is
// written, and the present world goes on answering.

import type { Simulation } from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import type { JournalEntry } from '../../store/tables/journal.ts';
import type { Position } from '../../store/tables/line.ts';
import { UnflushedGprs } from '../../store/tables/unflushed-gprs.ts';
import type { WorldFile } from '../../store/world-file.ts';
import { ComparedRuns, ESTIMATES, FACTS } from '../stored/compared-runs.ts';
import { fileSlices, fromNearest, type Origin } from '../stored/replay.ts';
import { storedJournal } from '../stored/stored.ts';
import { type Hidden, hiddenBy, Recorder } from './recorder.ts';

/** A world at a position, and what its line lacks in the history of the file. */
export interface Derived {
  readonly simulation: Simulation;
  /** Where the line ends. At the end of an instant, it has all branches that begin within the instant. */
  readonly until: Position;
  /** Number of commands that have entered. */
  readonly commands: number;
  /** The history of the line is in the file up to here. */
  readonly base: { readonly commands: number; readonly facts: number };
  /** GPRs that have left memory since, and perhaps some before. */
  readonly left: UnflushedGprs;
  /** Wall time of the replay since the last stored snapshot. */
  readonly workMs: number;
  /** Those of `left` that were hidden. */
  readonly hidden: readonly Hidden[];
}

/** A world from which another one is derived. */
export interface Begin extends Pick<Derived, 'simulation' | 'commands' | 'hidden' | 'workMs'> {
  readonly left: LeftGprs;
}

/** The last position of an instant. */
export function endOfInstant(nowMs: number): Position {
  return { nowMs, round: Number.MAX_SAFE_INTEGER, isOpen: false, commands: Number.MAX_SAFE_INTEGER };
}

/**
 * Derives the world in slices, and yields it after each one, and undefined before. Compares its facts with the stored ones.
 * @param end a position that the line passes, or an instant, which it includes @throws StoreError if the facts differ
 */
export function* deriving(
  past: Past,
  origin: Origin,
  end: Position | number,
  begin?: Begin,
): Generator<Simulation | undefined, Derived> {
  const until = positionOf(end);
  const { isWhole } = past.history;
  const { simulation, left, ...begun } = begin ?? (yield* fromSnapshot(past, origin, until, isWhole));
  let { commands, workMs } = begun;
  const hidden = [...begun.hidden];
  simulation.onForget = (gpr, isRemoved, uid) => left.add(uid, gpr, isRemoved);
  const stored = new ComparedRuns(past, FACTS, origin.ownPolicies);
  const estimates = new ComparedRuns(past, ESTIMATES, origin.ownPolicies);
  yield simulation;
  let begunAt = performance.now();
  const compare = () => {
    estimates.compare(simulation.takeEstimates());
    stored.compare(simulation.takeFacts());
  };
  const journal = upTo(until.commands, storedJournal(past, commands + 1));
  const slices = fileSlices(past, simulation, journal, end, (command) => {
    commands++;
    const gprId = hiddenBy(command, simulation);
    if (gprId !== undefined) hidden.push({ gprId, command: commands });
  });
  for (const _ of slices) {
    compare();
    left.reach(simulation.clock().seq);
    workMs += performance.now() - begunAt;
    yield simulation;
    begunAt = performance.now();
  }
  compare();
  left.reach(simulation.clock().seq);
  const isHere = ({ gprId }: Hidden) => left.gprs.find(simulation.uidOf(gprId)) !== undefined;
  const base = { facts: left.storedUntil, commands: isWhole ? commands : 0 };
  return {
    simulation,
    until,
    commands,
    base,
    left: left.gprs,
    workMs: workMs + performance.now() - begunAt,
    hidden: isWhole ? hidden.filter(isHere) : hidden,
  };
}

export function positionOf(end: Position | number): Position {
  return typeof end === 'number' ? endOfInstant(end) : end;
}

/** Without a whole history, no snapshot is used, and all GPRs are derived again. */
function* fromSnapshot(
  past: Past,
  origin: Origin,
  until: Position,
  isWhole: boolean,
): Generator<undefined, Begin> {
  const { facts, ...begun } = yield* fromNearest(past, origin, until);
  const left = new LeftGprs(isWhole ? past.history.batches() : [], facts);
  return { ...begun, left, hidden: [], workMs: 0 };
}

/** Takes up the derived world, whose branch is the current one of the file. Writes nothing. */
export function takenUp(file: WorldFile, { simulation, commands, base, left, hidden }: Derived): Recorder {
  file.history.begin(base);
  file.history.adopt(left);
  const recorder = new Recorder(file, simulation, commands);
  recorder.hide(hidden);
  return recorder;
}

/** Collects the GPRs that leave memory, and forgets those that are in the file. */
export class LeftGprs {
  readonly gprs: UnflushedGprs;
  /** Number of facts: GPRs that had left memory by then are in the file. */
  storedUntil: number;
  readonly #batches: readonly number[];
  /** The uids of `gprs` by the number of facts that had been reached when they had left. */
  readonly #uids: { readonly facts: number; readonly uids: readonly number[] }[] = [];
  #new: number[] = [];
  /** A block of uids is forgotten when all of its GPRs are in the file. */
  readonly #stored = new Set<number>();

  /**
   * @param batches numbers of facts after which the file got GPRs
   * @param facts up to there, the GPRs are in the file @param gprs those that have left memory since
   */
  constructor(batches: readonly number[], facts: number, gprs: UnflushedGprs = new UnflushedGprs()) {
    this.gprs = gprs;
    this.storedUntil = facts;
    this.#batches = batches;
  }

  add(uid: number, ...gpr: Rest<Parameters<UnflushedGprs['add']>>): void {
    this.gprs.add(uid, ...gpr);
    this.#new.push(uid);
  }

  /** Notes that a number of facts is reached. */
  reach(facts: number): void {
    if (this.#new.length > 0) this.#uids.push({ facts, uids: this.#new });
    this.#new = [];
    // A later batch can have this number of facts, too, and with it a removal that has not happened yet.
    this.storedUntil = Math.max(this.storedUntil, this.#batches.findLast((batch) => batch < facts) ?? 0);
    const known = this.#stored.size;
    while (this.#uids.length > 0 && this.#uids[0].facts <= this.storedUntil)
      for (const uid of this.#uids.shift()!.uids) this.#stored.add(uid);
    if (this.#stored.size > known) this.gprs.forget((uid) => this.#stored.has(uid));
  }
}

type Rest<Values extends readonly unknown[]> = Values extends [unknown, ...infer Others] ? Others : never;

/** The entries up to number `last`. */
function* upTo(last: number, journal: Iterable<JournalEntry>): Generator<JournalEntry> {
  for (const entry of journal) {
    if (entry.seq > last) return;
    yield entry;
  }
}
