// Where the facts of two files part. Facts are compared as the hash covers them: ids, which depend on the seed, are no part of
// that.

import { existsSync, realpathSync } from 'node:fs';
import type { FactView } from '../../../sim/index.ts';
import { fileSlices, fromStart } from '../../driver/recorder.ts';
import { storedJournal } from '../../driver/stored.ts';
import { WorldFile } from '../../store/world-file.ts';
import { counted } from '../support/counted.ts';
import { badUsage, CommandFailure } from '../support/failure.ts';
import type { LongWork } from '../support/long-work.ts';
import type { Output } from '../support/output.ts';
import { isSameFact, runOf, type StoredFact, storedFacts, viewStored } from '../support/stored-facts.ts';
import { keptFile } from '../support/values.ts';

/** Facts between two looks at progress. */
const SLICE_FACTS = 4_096;

/** Shows the first fact in which two files part. */
export async function diff(
  file: WorldFile,
  otherPath: string,
  work: LongWork,
  output: Output,
): Promise<void> {
  if (isSameFile(file.path, otherPath)) throw badUsage(`--diff takes another file than ${file.path}`);
  const other = WorldFile.read(keptFile(otherPath, '--diff'));
  try {
    const { same, left, right } = await firstDifference(file, other, work);
    const isSame = left === undefined && right === undefined;
    const ours = await viewOf(left, file, work);
    const theirs = await viewOf(right, other, work);
    work.end();
    const seeds = [file, other].map((of) => runOf(of).scenario.seed);
    output.data({
      same: isSame,
      facts: same,
      seeds,
      ...(isSame ? {} : { [file.path]: ours, [otherPath]: theirs }),
    });
    output.text(`the same ${counted(same, 'fact')}${isSame ? '' : ', then'}`);
    if (!isSame) {
      output.text(`  ${file.path}: ${textOf(ours)}`);
      output.text(`  ${otherPath}: ${textOf(theirs)}`);
    }
    if (seeds[0] !== seeds[1])
      output.text(`ids differ, since they depend on the seed: ${seeds[0]} and ${seeds[1]}`);
    if (!isSame) throw new CommandFailure('');
  } finally {
    other.close();
  }
}

interface Compared {
  /** Facts before the first difference. */
  readonly same: number;
  /** The first facts that differ; undefined where a file has no more. */
  readonly left: StoredFact | undefined;
  readonly right: StoredFact | undefined;
}

async function firstDifference(file: WorldFile, other: WorldFile, work: LongWork): Promise<Compared> {
  const factsMax = Math.max(runOf(file).mark.facts, runOf(other).mark.facts);
  // Facts whose journal is damaged are not compared.
  for (const each of [file, other]) for (const _ of storedJournal(each));
  const ours = storedFacts(file);
  const theirs = storedFacts(other);
  work.begin({ what: 'comparing', counts: 'facts' });
  for (let same = 0; ; same++) {
    const left = ours.next().value;
    const right = theirs.next().value;
    if (left === undefined || right === undefined || !isSameFact(left, right)) return { same, left, right };
    if (same % SLICE_FACTS === 0) await work.show({ count: same, simMs: left.atMs, done: same / factsMax });
  }
}

/** A fact as text. Which branch a workspace was created in is no part of what happened. */
function textOf(fact: FactView | null): string {
  const { workspaceCreation: _, ...told } = fact ?? {};
  return fact === null ? 'nothing' : JSON.stringify(told);
}

/** By whatever name, a process can open a file only once. */
function isSameFile(path: string, other: string): boolean {
  return existsSync(other) && realpathSync(other) === realpathSync(path);
}

/** A stored fact as an object. Names of workspaces and nodes come with a replay of its file. */
async function viewOf(
  fact: StoredFact | undefined,
  file: WorldFile,
  work: LongWork,
): Promise<FactView | null> {
  if (fact === undefined) return null;
  const { scenario, mark } = runOf(file);
  const simulation = fromStart(file, scenario);
  work.begin({ what: 'replaying', counts: 'events' });
  for (const _ of fileSlices(file, simulation, [...storedJournal(file)], mark)) {
    simulation.takeFacts();
    const { events, nowMs } = simulation;
    const { seq } = simulation.clock();
    // More facts than there are: they are others, and where they end is unknown.
    if (seq > mark.facts) break;
    await work.show({ count: events, simMs: nowMs, done: seq / mark.facts });
  }
  return viewStored(simulation, { firstSeq: fact.seq, count: 1, words: fact.words }, file)[0];
}
