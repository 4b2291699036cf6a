// Makes another branch the current one: a new one that begins at a position (rewind), or one that exists (switch). First the
// world there is derived, in slices; then one transaction writes the change.

import type { Simulation } from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import { Damaged } from '../../store/store-error.ts';
import type { Position } from '../../store/tables/line.ts';
import { ownerOf } from '../../store/tables/line.ts';
import type { WorldFile } from '../../store/world-file.ts';
import { requireGiven } from '../../wire/text/own-policies.ts';
import { type Derived, deriving, positionOf, takenUp } from '../commits/derived.ts';
import type { Recorder } from '../commits/recorder.ts';
import { inSlices } from '../slice.ts';
import type { Origin } from '../stored/replay.ts';
import { storedMark } from '../stored/stored.ts';
import type { Branch, BranchResult, RewindTarget } from '../world.ts';
import type { LastRewind } from './last-rewind.ts';
import { type Begins, positionBefore } from './position-before.ts';

/** Writes the change in the open transaction and returns the recorder of the new present. */
export type Change = () => Recorder;

/** Yields to the event loop; an error that it throws ends the work. */
type Rest = () => Promise<void>;

/** Why another branch does not become the current one. */
export type Refused = Omit<Extract<BranchResult, { readonly ok: false }>, 'ok'>;

/**
 * Derives the world at a position of the current branch.
 * @param present the simulation of the current branch @param last the last rewind
 */
export async function rewound(
  file: WorldFile,
  present: Simulation,
  last: LastRewind,
  target: RewindTarget,
  reason: string,
  rest: Rest,
): Promise<Change | Refused> {
  const past = file.present;
  const rows = file.branches.line(past.branch);
  const begins = (until: Position, factsMax?: number) => last.begin(rows, past, present, until, factsMax);
  const end = await endOf(past, present, target, begins, rest);
  if (typeof end === 'object' && 'why' in end) return end;
  const begin = begins(positionOf(end));
  const derived = await inSlices(deriving(past, present, end, begin), rest);
  requireGiven('the world there', derived.simulation.rules().scheduler, present.ownPolicies);
  last.keep(rows, past, derived);
  return () => forked(file, past, derived, reason);
}

/** Begins a branch at the position of a derived world, within a transaction. @param branch its number; by default the next */
export function forked(
  file: WorldFile,
  past: Past,
  derived: Derived,
  reason: string,
  branch?: number,
): Recorder {
  const { simulation, commands, base } = derived;
  const { nowMs, round, open, seq } = simulation.clock();
  const position = { nowMs, round, isOpen: open, commands };
  const begin = {
    ...position,
    parent: ownerOf(file.branches.line(past.branch), position).branch,
    reason,
    facts: seq,
    estimates: simulation.estimateChanges,
    workspaces: simulation.workspacesCreated,
    baseCommands: base.commands,
    baseFacts: base.facts,
  };
  file.branches.fork(past, begin, branch);
  const recorder = presentOf(file, derived);
  recorder.forked(derived.workMs);
  return recorder;
}

/** Derives the world at the end of a branch. @throws Damaged if there is no such branch */
export async function switched(
  file: WorldFile,
  present: Origin,
  branch: number,
  rest: Rest,
): Promise<Change> {
  const past = file.past(branch);
  const end = storedMark(past);
  if (end === undefined) throw noEnd(file.path, branch);
  const derived = await inSlices(deriving(past, present, end), rest);
  requireGiven('the world there', derived.simulation.rules().scheduler, present.ownPolicies);
  return () => {
    file.branches.enter(branch);
    const recorder = presentOf(file, derived);
    recorder.worked(derived.workMs);
    return recorder;
  };
}

/** The branches of a file, in the order of their numbers. @throws StoreError */
export function branchesOf(file: WorldFile): Branch[] {
  const ends = file.branches.marks();
  return file.branches.all().map(({ branch, parent, reason, nowMs: atMs, facts: shared }) => {
    const end = ends.get(branch);
    if (end === undefined) throw noEnd(file.path, branch);
    const { nowMs, facts, commands, hash } = end;
    return { branch, parent, seq: shared + 1, atMs, reason, nowMs, facts, commands, hash };
  });
}

function noEnd(path: string, branch: number): Damaged {
  return new Damaged(path, `the record of the last commit of its branch ${branch} is missing`);
}

function presentOf(file: WorldFile, derived: Derived): Recorder {
  derived.simulation.continueAs(file.present.line.forks);
  const recorder = takenUp(file, derived);
  recorder.write();
  return recorder;
}

async function endOf(
  past: Past,
  present: Simulation,
  target: RewindTarget,
  begins: Begins,
  rest: Rest,
): Promise<Position | number | Refused> {
  const { seq: facts, nowMs, round, open } = present.clock();
  const here = { nowMs, round, isOpen: open, commands: past.commands };
  if ('toMs' in target) {
    if (target.toMs < 0) return refused("the instant is before the scenario's start");
    if (target.toMs > nowMs) return refused('the instant has not been reached yet; advance the clock');
    // The present round may be open: the new branch closes it.
    return target.toMs === nowMs ? here : target.toMs;
  }
  const { seq } = target;
  if (seq === facts + 1) return here;
  if (seq < 1 || seq > facts) return refused(`there is no fact ${seq}; the branch has ${facts} facts`);
  const position = await inSlices(positionBefore(past, present, seq, begins), rest);
  return (
    position ?? refused(`no command can enter before fact ${seq}, which belongs to the scenario's start`)
  );
}

function refused(why: string): Refused {
  return { refusal: 'position', why };
}
