// A restart takes up the current branch of a file again. It restores the snapshot, if any, and replays the journal from there.
// It compares the derived facts with the stored ones.

import { type Command, ENGINE_VERSION, NO_OWN_POLICIES, type OwnPolicies } from '../../../sim/index.ts';
import { fileWord } from '../../files/shell-word.ts';
import { StoreError } from '../../store/store-error.ts';
import type { Mark } from '../../store/tables/mark-table.ts';
import type { WorldFile } from '../../store/world-file.ts';
import { finished, inSlices } from '../slice.ts';
import { ComparedRuns, differs, ESTIMATES, FACTS } from '../stored/compared-runs.ts';
import { fileSlices, fromNearest, fromStart } from '../stored/replay.ts';
import { storedJournal, storedMark } from '../stored/stored.ts';
import { type Hidden, hiddenBy, Recorder, scenarioOf } from './recorder.ts';

export interface Replayed {
  readonly events: number;
  readonly simMs: number;
  /** 0 … 1 */
  readonly done: number;
}

/** Same as `restarted`, in one go. */
export function restart(file: WorldFile, own?: OwnPolicies): Recorder {
  return finished(restarting(file, own));
}

/**
 * Takes up the file's current branch again. If the file can be written, snapshots that are due are stored, so that the next
 * start goes on from there if this one is interrupted.
 * @param rest called with the progress after each slice; an error that it throws ends the work @param own none by default
 * @throws StoreError if the facts differ
 */
export function restarted(
  file: WorldFile,
  rest: (replayed: Replayed) => Promise<void>,
  own?: OwnPolicies,
): Promise<Recorder> {
  return inSlices(restarting(file, own), rest);
}

/** @throws StoreError if another engine version wrote the facts of the file */
export function requireEngine({ path, engineVersion }: WorldFile): void {
  if (engineVersion === ENGINE_VERSION) return;
  throw new StoreError(
    `${path} was made by engine version ${engineVersion}, this is version ${ENGINE_VERSION}: ` +
      `make a new file from its scenario and journal with gprsim import ${fileWord(path)} NEW`,
  );
}

function* restarting(file: WorldFile, ownPolicies = NO_OWN_POLICIES): Generator<Replayed, Recorder> {
  const origin = { scenario: scenarioOf(file), ownPolicies };
  requireEngine(file);
  const mark = storedMark(file.present);
  const begins =
    mark === undefined ? fromStart(file.present, origin) : fromNearest(file.present, origin, mark);
  let begun = begins.next();
  for (; !begun.done; begun = begins.next()) yield { events: 0, simMs: 0, done: 0 };
  const { simulation, commands, facts } = begun.value;
  // The snapshot replaces them, but they are read later: for the history of a GPR or a replay.
  for (const _ of file.present.checkRecorded(commands, mark?.facts ?? 0, mark?.estimates ?? 0))
    yield { events: 0, simMs: simulation.nowMs, done: 0 };
  file.history.begin({ facts, commands });
  const recorder = new Recorder(file, simulation, commands);
  if (mark !== undefined) yield* catchUp(recorder, mark);
  else if (!file.isReadOnly) recorder.commit([]);
  return recorder;
}

/** Replays the journal up to the mark. */
function* catchUp(recorder: Recorder, mark: Mark): Generator<Replayed> {
  const { file, simulation } = recorder;
  const { ownPolicies } = simulation;
  const from = { events: simulation.events, facts: simulation.clock().seq };
  const stored = new ComparedRuns(file.present, FACTS, ownPolicies);
  const estimates = new ComparedRuns(file.present, ESTIMATES, ownPolicies);
  let hidden: Hidden[] = [];
  const notice = (command: Command) => {
    recorder.commands++;
    const gprId = hiddenBy(command, simulation);
    if (gprId !== undefined) hidden.push({ gprId, command: recorder.commands });
  };
  let beganAt = performance.now();
  const keep = () => {
    if (simulation.clock().seq > mark.facts) throw differs(file.present, mark.facts, ownPolicies);
    estimates.compare(simulation.takeEstimates());
    stored.compare(simulation.takeFacts());
    recorder.keepReplayed(hidden);
    hidden = [];
    recorder.worked(performance.now() - beganAt);
  };
  for (const _ of fileSlices(
    file.present,
    simulation,
    storedJournal(file.present, recorder.commands + 1),
    mark,
    notice,
  )) {
    keep();
    const { events, nowMs } = simulation;
    const done = (simulation.clock().seq - from.facts) / (mark.facts - from.facts);
    const progress = { events: events - from.events, simMs: nowMs, done: Math.min(1, done) };
    for (const _ of recorder.keepSnapshot()) yield progress;
    yield progress;
    beganAt = performance.now();
  }
  keep();
  const { seq, hash } = simulation.clock();
  if (seq !== mark.facts || hash !== mark.hash)
    throw differs(file.present, Math.min(seq, mark.facts), ownPolicies);
  estimates.end(simulation.estimateChanges, mark.estimates);
}
