// Builds a world from the scenario and journal of a file, for an import. It validates all data, because the file is
// untrusted.

import {
  ENGINE_VERSION,
  NO_OWN_POLICIES,
  type OwnPolicies,
  PolicyFailure,
  type Scenario,
  type Simulation,
} from '../../../sim/index.ts';
import { BRANCH_MAX } from '../../store/codecs/row-id.ts';
import type { Past } from '../../store/past.ts';
import { usedBytes } from '../../store/sqlite/file/file-copies.ts';
import { Damaged, StoreError } from '../../store/store-error.ts';
import type { JournalEntry } from '../../store/tables/journal.ts';
import { type Position, reaches } from '../../store/tables/line.ts';
import type { Mark } from '../../store/tables/mark-table.ts';
import { WorldFile } from '../../store/world-file.ts';
import { failureText, requireGiven } from '../../wire/text/own-policies.ts';
import { forked, switched } from '../branches/branching.ts';
import { deriving } from '../commits/derived.ts';
import { Recorder } from '../commits/recorder.ts';
import { type Replayed, restarted } from '../commits/restart.ts';
import { inSlices } from '../slice.ts';
import { type Origin, replaySlices } from '../stored/replay.ts';
import { isEnd, storedJournal, storedMark, storedScenario } from '../stored/stored.ts';
import { ImportRefused } from '../world.ts';

/** Yields to the event loop; an error that it throws ends the work. `done` is null if the file records no end. */
export type Rest = (standing: Omit<Replayed, 'done'> & { readonly done: number | null }) => Promise<void>;

interface Rebuilt {
  readonly recorder: Recorder;
  readonly commands: number;
  readonly isAsStored: boolean;
}

interface ImportOptions {
  readonly ownPolicies?: OwnPolicies;
  /** The most bytes that the world may take at its start. */
  readonly most?: number | undefined;
  /** The number of the first branch; the others follow it without gaps. Without it, they keep their numbers. */
  readonly first?: number;
}

/** Branches of a file that a client imports: each is derived from the beginning of the line. */
const BRANCHES_MAX = 1_000;

/**
 * Derives all branches of `source` in the new file `target`, each up to the instant that it reached.
 * @param rest called at regular intervals
 * @throws ImportRefused with the defect of `source`
 */
async function rebuild(
  source: WorldFile,
  target: WorldFile,
  rest: Rest,
  { ownPolicies = NO_OWN_POLICIES, most, first }: ImportOptions,
): Promise<Rebuilt> {
  const scenario = scenarioOf(source, most);
  requirePolicies('its scenario', scenario.scheduler, ownPolicies);
  const origin = { scenario, ownPolicies };
  const rows = readRefusing(source.path, () => {
    source.checkBranches();
    return source.branches.all();
  });
  if (most !== undefined && rows.length > BRANCHES_MAX)
    throw refused(`it has ${rows.length} branches, and a world may import at most ${BRANCHES_MAX}`);
  let factsLeft = factsMaxOf(source.path);
  let isAsStored = true;
  let last: Recorder | undefined;
  const numbers = new Map(
    rows.map(({ branch }, index) => [branch, first === undefined ? branch : first + index]),
  );
  if (first !== undefined && first + rows.length > BRANCH_MAX)
    throw refused(
      `it has ${rows.length} branches, and this world, which has had ${first - 1}, has no numbers for them`,
    );
  for (const row of rows) {
    const past = readRefusing(source.path, () => source.past(row.branch));
    const recorder = await beginBranch(target, origin, row, numbers, rest);
    const isSame = await rebuildBranch({ past, from: row.commands + 1, factsMax: factsLeft }, recorder, rest);
    isAsStored &&= isSame && source.engineVersion === ENGINE_VERSION;
    factsLeft -= recorder.simulation.clock().seq - row.facts;
    last = recorder;
  }
  const recorder = await inBranch(target, last!, numbers.get(source.branch)!, rest);
  return { recorder, commands: recorder.commands, isAsStored };
}

/** Where a branch begins, as an untrusted file states it. */
type Beginning = Position & {
  readonly branch: number;
  readonly parent: number | null;
  readonly reason: string;
};

/**
 * Begins a branch in a file that has its parent, and maybe no other. @throws ImportRefused if its parent does not reach so far
 * @param numbers those that the branches of the source get
 */
async function beginBranch(
  target: WorldFile,
  origin: Origin,
  beginning: Beginning,
  numbers: ReadonlyMap<number, number>,
  rest: Rest,
): Promise<Recorder> {
  const { branch, parent, reason } = beginning;
  const number = numbers.get(branch)!;
  if (parent !== null) {
    const past = target.past(numbers.get(parent)!);
    if (!isEnd(beginning) || !reaches(beginning, past.mark()!))
      throw refused(`its branch ${branch} begins at an instant that its branch ${parent} has not reached`);
    const derived = await inSlices(deriving(past, origin, beginning), () =>
      rest({ events: 0, simMs: beginning.nowMs, done: null }),
    );
    return target.transaction(() => forked(target, past, derived, reason, number));
  }
  if (target.scenarioText() === undefined) {
    target.setScenario(origin.scenario, number, reason);
    return restarted(target, rest, origin.ownPolicies).catch((error) => {
      throw error instanceof Damaged ? refused(error.why, error) : error;
    });
  }
  return target.transaction(() => {
    target.branches.begin(number, reason);
    return Recorder.begin(target, origin.ownPolicies);
  });
}

/** Returns a recorder of a branch, which becomes the current one. @param last that of the current branch */
async function inBranch(target: WorldFile, last: Recorder, branch: number, rest: Rest): Promise<Recorder> {
  if (target.branch === branch) return last;
  const { simulation } = last;
  const change = await switched(target, simulation, branch, () =>
    rest({ events: simulation.events, simMs: simulation.nowMs, done: null }),
  );
  return target.transaction(change);
}

/** What a branch is rebuilt from. */
interface Source {
  readonly past: Past;
  /** Number of the first command. */
  readonly from: number;
  /** The world is derived up to this number of facts. */
  readonly factsMax: number;
}

/** Facts that are derived even from a small file, which may have lost most facts. */
const FACTS_MIN = 250_000;

/** Some events have no facts, such as recordings of estimates that are as before. */
export const EVENTS_PER_FACT = 40;

/**
 * The most facts that are derived from a file: its last instant can be any, and an untrusted workload may never end. A
 * recorded fact takes two bytes or more.
 */
export function factsMaxOf(path: string): number {
  return Math.max(FACTS_MIN, usedBytes(path));
}

/**
 * Derives a branch into the new, empty branch of a recorder. Returns whether it has the recorded hash.
 * @throws ImportRefused after the commit of what was derived
 */
export async function rebuildBranch(
  { past, from, factsMax }: Source,
  recorder: Recorder,
  rest: Rest,
): Promise<boolean> {
  const { simulation, file } = recorder;
  const mark = readRefusing(past.path, () => storedMark(past));
  const commit = () => {
    recorder.write();
    file.commit();
  };
  const progress = () => {
    const { events, nowMs: simMs } = simulation;
    const done = simulation.clock().seq / (mark?.facts ?? 0);
    return { events, simMs, done: done >= 0 && done <= 1 ? done : null };
  };
  const run = async (slices: Iterable<unknown>) => {
    for (const _ of slices) {
      requireFew(simulation, factsMax);
      commit();
      await rest(progress());
      file.begin();
    }
  };
  const enter = (entry: JournalEntry) => enterImported(entry, recorder);
  file.begin();
  try {
    await run(replaySlices(simulation, readableJournal(past, from), undefined, enter));
    if (mark !== undefined) {
      requireLater(mark, simulation);
      await run(replaySlices(simulation, [], mark, enter));
    }
  } catch (error) {
    if (error instanceof ImportRefused) commit();
    throw error;
  }
  commit();
  recorder.snapshot();
  // Many short branches together take long.
  await rest(progress());
  return mark?.hash === simulation.clock().hash;
}

function* readableJournal(past: Past, from: number): Generator<JournalEntry> {
  const entries = storedJournal(past, from);
  for (;;) {
    const { done, value } = readRefusing(past.path, () => entries.next());
    if (done) return;
    yield value;
  }
}

function enterImported({ seq, atMs, command }: JournalEntry, recorder: Recorder): void {
  const { simulation } = recorder;
  const { kind } = command;
  if (kind === 'scheduler.set')
    requirePolicies(`command ${seq} of its journal`, command, simulation.ownPolicies);
  const checked = refusing(`command ${seq} of its journal (${kind}) cannot be checked`, () =>
    recorder.check(command),
  );
  if (!checked.ok) {
    const { code, ...details } = checked.rejection;
    throw refused(`command ${seq} of its journal (${kind}) is refused: ${code} ${JSON.stringify(details)}`);
  }
  // Apply the journaled form, which contains the choices made then. Another engine may have closed that round by now.
  refusing(`command ${seq} of its journal (${kind}) cannot be applied`, () =>
    recorder.apply({ atMs, round: simulation.round, command }),
  );
}

function requireLater({ nowMs, round }: Mark, { nowMs: atMs, round: atRound }: Simulation): void {
  if (nowMs > atMs || (nowMs === atMs && round >= atRound)) return;
  throw refused(
    `its recorded end is ${nowMs} ms, round ${round}, but its journal continues to ${atMs} ms, round ${atRound}`,
  );
}

function requireFew(simulation: Simulation, factsMax: number): void {
  const eventsMax = factsMax * EVENTS_PER_FACT;
  if (simulation.events > eventsMax)
    throw refused(
      `its commands reach to an instant after more than ${eventsMax} events, too many for so few facts`,
    );
  if (simulation.clock().seq > factsMax)
    throw refused(
      `its commands reach to an instant after more than ${factsMax} facts, which it cannot have recorded`,
    );
}

/** Same as `rebuild`, with paths; closes both files. @throws ImportRefused, Cancelled, StoreError if `to` is not writable */
export async function rebuildFile(
  from: string,
  to: string,
  rest: Rest,
  options: ImportOptions = {},
): Promise<Rebuilt> {
  const source = readRefusing(from, () => WorldFile.read(from));
  try {
    const target = WorldFile.open(to);
    try {
      return await rebuild(source, target, rest, options);
    } catch (error) {
      if (error instanceof PolicyFailure) throw refused(failureText(error), error);
      throw error;
    } finally {
      target.close();
    }
  } finally {
    source.close();
  }
}

/** Reports whether two scenarios are equal, and thus begin with the same workspaces. */
export function isSameWorld(one: Scenario, other: Scenario): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function scenarioOf(source: WorldFile, most: number | undefined): Scenario {
  const scenario = readRefusing(source.path, () => storedScenario(source, most));
  if (scenario === undefined) throw refused('it holds no scenario');
  return scenario;
}

/** @throws ImportRefused if `names` has a policy of one's own that was not given */
function requirePolicies(what: string, names: object, own: OwnPolicies): void {
  try {
    requireGiven(what, names, own);
  } catch (error) {
    throw refused(failureText(error as Error), error);
  }
}

function refused(why: string, cause?: unknown): ImportRefused {
  return new ImportRefused(why, { cause });
}

/** Turns an error into a refusal that begins with `what`. Refusals and errors of a file that is not damaged pass unchanged. */
function refusing<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const isOfTarget = error instanceof StoreError && !(error instanceof Damaged);
    if (isOfTarget || error instanceof ImportRefused) throw error;
    throw refused(`${what}: ${(error as Error).message}`);
  }
}

function withoutPath(message: string, path: string): string {
  return message
    .replaceAll(`its log ${path}-wal`, 'its log')
    .replaceAll(`${path}-wal`, 'its log')
    .replaceAll(`${path}-head`, 'its head record')
    .replaceAll(path, 'it');
}

/** Reads the untrusted source. A refusal calls the file `it`, because clients must not see server paths. */
function readRefusing<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof StoreError && !(error instanceof Damaged))
      throw refused(withoutPath(error.message, path), error);
    const why = error instanceof Damaged ? error.why : (((error as Error).cause ?? error) as Error).message;
    throw refused(`it is damaged: ${why}; import another copy`, error);
  }
}
