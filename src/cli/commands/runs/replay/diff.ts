// Finds the first fact in which two files differ. Ids depend on the seed; neither the hash nor this comparison covers
// them.

import { existsSync, realpathSync } from 'node:fs';
import type { FactRun, FactView } from '../../../../../sim/index.ts';
import { badUsage, CommandFailure } from '../../../../arguments/command-failure.ts';
import { keptFile } from '../../../../arguments/words.ts';
import { finished, inSlices } from '../../../../driver/slice.ts';
import { differing, type FirstDifference } from '../../../../driver/stored/first-difference.ts';
import { fileSlices, fromStart } from '../../../../driver/stored/replay.ts';
import { storedJournal, storedRuns } from '../../../../driver/stored/stored.ts';
import { runOf, viewStored } from '../../../../driver/stored/stored-facts.ts';
import { ownPolicies } from '../../../../modules/given.ts';
import { WorldFile } from '../../../../store/world-file.ts';
import { counted } from '../../../../wire/text/counted.ts';
import type { Output } from '../../../support/output/output.ts';
import type { LongWork } from '../../../support/process/long-work.ts';

/** Prints the first fact in which two files differ. @throws CommandFailure if they differ */
export async function diff(
  file: WorldFile,
  otherPath: string,
  work: LongWork,
  output: Output,
): Promise<void> {
  if (isSameFile(file.path, otherPath))
    throw badUsage(`--diff has the file ${file.path} itself; give another file`);
  const other = WorldFile.read(keptFile(otherPath, '--diff'));
  try {
    const first = await firstDifference(file, other, work);
    const { same } = first;
    const [left, right] = first.found();
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
    output.text(`${counted(same, 'identical fact')}${isSame ? '' : ', then'}`);
    if (!isSame) {
      output.text(`  ${file.path}: ${textOf(ours)}`);
      output.text(`  ${otherPath}: ${textOf(theirs)}`);
    }
    if (seeds[0] !== seeds[1])
      output.text(`ids differ because the seeds differ: ${seeds[0]} and ${seeds[1]}`);
    if (!isSame) throw new CommandFailure('');
  } finally {
    other.close();
  }
}

async function firstDifference(file: WorldFile, other: WorldFile, work: LongWork): Promise<FirstDifference> {
  const factsMax = Math.max(runOf(file).mark.facts, runOf(other).mark.facts);
  // Reads both journals first: a damaged one fails before the comparison.
  for (const each of [file, other]) for (const _ of storedJournal(each.present));
  work.begin({ what: 'comparing', counts: 'facts' });
  const steps = differing([storedRuns(file.present), storedRuns(other.present)]);
  return inSlices(steps, ({ same }) => work.show({ count: same, simMs: null, done: same / factsMax }));
}

/** A fact as text, without the creation number of its workspace, which is internal. */
function textOf(fact: FactView | null): string {
  const { workspaceCreation: _, ...shown } = fact ?? {};
  return fact === null ? 'nothing' : JSON.stringify(shown);
}

/** Whether two paths lead to one file, which a process cannot open twice. */
function isSameFile(path: string, other: string): boolean {
  return existsSync(other) && realpathSync(other) === realpathSync(path);
}

/** A stored fact as an object. Names of workspaces and nodes require a replay of the file. */
async function viewOf(fact: FactRun | undefined, file: WorldFile, work: LongWork): Promise<FactView | null> {
  if (fact === undefined) return null;
  const { scenario, mark } = runOf(file);
  const { simulation } = finished(fromStart(file.present, { scenario, ownPolicies }));
  work.begin({ what: 'replaying', counts: 'events' });
  for (const _ of fileSlices(file.present, simulation, storedJournal(file.present), mark)) {
    simulation.dropFacts();
    const { events, nowMs } = simulation;
    const { seq } = simulation.clock();
    // The replay diverges and could run forever.
    if (seq > mark.facts) break;
    await work.show({ count: events, simMs: nowMs, done: seq / mark.facts });
  }
  return viewStored(simulation, fact, file.present)[0];
}
