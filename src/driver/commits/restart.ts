// A restart takes up the current branch of a file again. It restores the snapshot, if any, and replays the journal from there.
// It compares the derived facts with the stored ones.

import { ENGINE_VERSION, NO_OWN_POLICIES, type OwnPolicies } from '../../../sim/index.ts';
import { fileWord } from '../../files/shell-word.ts';
import { StoreError } from '../../store/store-error.ts';
import type { WorldFile } from '../../store/world-file.ts';
import { finished, inSlices } from '../slice.ts';
import { ComparedRuns, differs, ESTIMATES } from '../stored/compared-runs.ts';
import { storedMark } from '../stored/stored.ts';
import { deriving, takenUp } from './derived.ts';
import { Recorder, scenarioOf } from './recorder.ts';

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
 * Takes up the file's current branch again.
 * @param rest called with the progress after each slice; an error that it throws ends the work @param own none by default
 * @throws StoreError if the facts differ
 */
export function restarted(
  file: WorldFile,
  rest: (replayed: Replayed) => Promise<void>,
  own?: OwnPolicies,
): Promise<Recorder> {
  return inSlices(restarting(file, own), (replayed = NOTHING) => rest(replayed));
}

/** @throws StoreError if another engine version wrote the facts of the file */
export function requireEngine({ path, engineVersion }: WorldFile): void {
  if (engineVersion === ENGINE_VERSION) return;
  throw new StoreError(
    `${path} was made by engine version ${engineVersion}, this is version ${ENGINE_VERSION}: ` +
      `make a new file from its scenario and journal with gprsim import ${fileWord(path)} NEW`,
  );
}

function* restarting(
  file: WorldFile,
  ownPolicies = NO_OWN_POLICIES,
): Generator<Replayed | undefined, Recorder> {
  const origin = { scenario: scenarioOf(file), ownPolicies };
  requireEngine(file);
  const past = file.present;
  const mark = storedMark(past);
  if (mark === undefined) {
    const recorder = yield* Recorder.beginning(file, origin);
    if (!file.isReadOnly) recorder.commit([]);
    return recorder;
  }
  // A snapshot replaces them, but they are read later: for the history of a GPR or a replay.
  for (const _ of past.checkRecorded(mark)) yield;
  const steps = deriving(past, origin, mark);
  let begin: (Pick<Replayed, 'events'> & { readonly facts: number }) | undefined;
  let step = steps.next();
  for (; !step.done; step = steps.next()) {
    const simulation = step.value;
    if (simulation === undefined) {
      yield;
      continue;
    }
    const { events, nowMs } = simulation;
    const { seq: facts } = simulation.clock();
    begin ??= { events, facts };
    const done = Math.min(1, (facts - begin.facts) / Math.max(1, mark.facts - begin.facts));
    yield { events: events - begin.events, simMs: nowMs, done };
  }
  const derived = step.value;
  const { simulation } = derived;
  const { seq, hash } = simulation.clock();
  if (seq !== mark.facts || hash !== mark.hash) throw differs(past, Math.min(seq, mark.facts), ownPolicies);
  new ComparedRuns(past, ESTIMATES, ownPolicies).end(simulation.estimateChanges, mark.estimates);
  const recorder = takenUp(file, derived);
  recorder.worked(derived.workMs);
  return recorder;
}

const NOTHING: Replayed = { events: 0, simMs: 0, done: 0 };
