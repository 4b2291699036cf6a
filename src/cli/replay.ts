// Runs a file's scenario and journal again from the start and holds the facts against the stored ones.

import {
  ENGINE_VERSION,
  eachFact,
  FactHash,
  type FactRun,
  type FactView,
  NEVER,
  Simulation,
} from '../../sim/index.ts';
import { replayJournal } from '../driver/recorder.ts';
import { WorldFile } from '../store/world-file.ts';
import { Timeline } from '../wire/timestamps.ts';
import { CommandFailure } from './failure.ts';
import type { Output } from './output.ts';
import { parseInstant } from './values.ts';

interface ReplayFlags {
  readonly until?: string;
  readonly verify?: boolean;
  readonly diff?: string;
}

const RUNS_AT_ONCE = 256;

export function replay(path: string, flags: ReplayFlags, output: Output): void {
  const file = WorldFile.open(path, { mustExist: true });
  try {
    if (flags.diff === undefined) verify(file, flags, output);
    else diff(file, flags.diff, output);
  } finally {
    file.close();
  }
}

function verify(file: WorldFile, flags: ReplayFlags, output: Output): void {
  const scenario = file.scenario();
  const mark = file.mark();
  if (scenario === undefined || mark === undefined) throw new CommandFailure(`${file.path} holds no run`);
  const untilMs = flags.until === undefined ? NEVER : parseInstant(flags.until, scenario, '--until');
  const isWhole = untilMs >= mark.nowMs;
  const sameEngine = file.engineVersion === ENGINE_VERSION;
  if (!sameEngine) {
    output.remark(
      `gprsim: ${file.path} was made by engine version ${file.engineVersion}, this is ${ENGINE_VERSION}`,
    );
  }

  if (file.isBrokenOff) {
    const at = new Timeline(scenario.start).iso(mark.nowMs);
    output.remark(`gprsim: the run in ${file.path} broke off at ${at}; it is not the whole run`);
  }

  const simulation = new Simulation(scenario, file.branch);
  const journal = file.journal().filter(({ atMs }) => atMs <= untilMs);
  if (isWhole) {
    replayJournal(simulation, journal, mark);
  } else {
    replayJournal(simulation, journal, undefined);
    simulation.runTo(untilMs);
  }
  const { hash, seq: facts } = simulation.clock();
  const expected = storedHash(file, isWhole ? NEVER : untilMs);
  const verified = hash === expected && (!isWhole || hash === mark.hash) && sameEngine;
  const difference =
    verified || !flags.verify ? undefined : differenceIn(simulation, file, untilMs, sameEngine);
  output.data({
    hash,
    expected,
    facts,
    verified,
    commands: journal.length,
    seed: scenario.seed,
    scenario: scenario.name,
    brokenOff: file.isBrokenOff,
    ...(difference !== undefined && { difference }),
  });
  output.text(`${scenario.name}  seed ${scenario.seed}  ${journal.length} commands, ${facts} facts`);
  output.text(`replayed ${hash}`);
  output.text(`stored   ${expected}  ${verified ? 'the same' : 'DIFFERENT'}`);
  if (difference === undefined) return;
  output.remark(`gprsim: ${difference}`);
  throw new CommandFailure('');
}

/** Why a replay is not verified. */
function differenceIn(simulation: Simulation, file: WorldFile, untilMs: number, sameEngine: boolean): string {
  if (!sameEngine) return 'another version of the engine made the facts';
  return firstDifference(simulation, file, simulation.takeFacts(), untilMs) ?? 'the replay is not verified';
}

/** Hash over the stored facts up to an instant. */
function storedHash(file: WorldFile, untilMs: number): string {
  const hash = new FactHash();
  for (const run of storedRuns(file)) hash.mix(run.words, 0, lengthUntil(run, untilMs));
  return hash.digest();
}

function* storedRuns(file: WorldFile): Generator<FactRun> {
  for (let seq = 1; ; ) {
    const runs = file.factRunsFrom(seq, RUNS_AT_ONCE);
    if (runs.length === 0) return;
    yield* runs;
    const last = runs[runs.length - 1];
    seq = last.firstSeq + last.count;
  }
}

/** Stored facts as objects, which those of a damaged file may not be. */
function viewStored(simulation: Simulation, run: FactRun, file: WorldFile): FactView[] {
  try {
    return simulation.viewFacts(run);
  } catch {
    throw new CommandFailure(
      `${file.path}: the facts from number ${run.firstSeq} on cannot be read; the file is damaged`,
    );
  }
}

/** Words of the facts of a run that are not after an instant. */
function lengthUntil(run: FactRun, untilMs: number): number {
  let length = 0;
  eachFact(run, (_kind, atMs, at, count) => {
    if (atMs <= untilMs) length = at + count;
  });
  return length;
}

function firstDifference(
  simulation: Simulation,
  file: WorldFile,
  fresh: FactRun,
  untilMs: number,
): string | undefined {
  const replayed = simulation.viewFacts(fresh);
  let seq = 0;
  for (const run of storedRuns(file)) {
    for (const stored of viewStored(simulation, run, file)) {
      if (stored.atMs > untilMs) break;
      const other = replayed[seq++];
      if (JSON.stringify(stored) === JSON.stringify(other)) continue;
      return `fact ${stored.seq} differs:\n  stored   ${JSON.stringify(stored)}\n  replayed ${JSON.stringify(other ?? null)}`;
    }
  }
  if (seq >= replayed.length) return undefined;
  return `the replay has ${replayed.length - seq} facts more, from ${JSON.stringify(replayed[seq])}`;
}

/** A fact as text. Which branch a workspace was created in is no part of what happened. */
function textOf(fact: FactView | null | undefined): string {
  const { workspaceCreation: _, ...told } = fact ?? {};
  return fact == null ? 'nothing' : JSON.stringify(told);
}

/** Shows the first fact in which two files part. */
function diff(file: WorldFile, otherPath: string, output: Output): void {
  const other = WorldFile.open(otherPath, { mustExist: true });
  try {
    const ours = views(file);
    const theirs = views(other);
    let same = 0;
    for (;;) {
      const a = ours.next();
      const b = theirs.next();
      if (a.done && b.done) {
        output.data({ same: true, facts: same });
        output.text(`the same ${same} facts`);
        return;
      }
      const left = a.done ? null : a.value;
      const right = b.done ? null : b.value;
      if (textOf(left) === textOf(right)) {
        same++;
        continue;
      }
      output.data({ same: false, facts: same, [file.path]: left, [otherPath]: right });
      output.text(`the same ${same} facts, then`);
      output.text(`  ${file.path}: ${textOf(left)}`);
      output.text(`  ${otherPath}: ${textOf(right)}`);
      throw new CommandFailure('');
    }
  } finally {
    other.close();
  }
}

function* views(file: WorldFile): Generator<FactView> {
  const scenario = file.scenario();
  if (scenario === undefined) throw new CommandFailure(`${file.path} holds no run`);
  // Names of workspaces and nodes that commands made come with the journal.
  const simulation = new Simulation(scenario, file.branch);
  replayJournal(simulation, file.journal(), file.mark());
  for (const run of storedRuns(file)) yield* viewStored(simulation, run, file);
}
