// Where the facts of two files part.

import { existsSync, realpathSync } from 'node:fs';
import type { FactView, Simulation } from '../../sim/index.ts';
import { fileSlices, fromStart } from '../driver/recorder.ts';
import { storedJournal } from '../driver/stored.ts';
import { WorldFile } from '../store/world-file.ts';
import { counted } from './counted.ts';
import { badUsage, CommandFailure } from './failure.ts';
import type { LongWork } from './long-work.ts';
import type { Output } from './output.ts';
import { runOf, storedRuns, viewStored } from './stored-facts.ts';
import { keptFile } from './values.ts';

/** Facts between two looks at progress. */
const SLICE_FACTS = 4_096;

/** A fact as text. Which branch a workspace was created in is no part of what happened. */
function textOf(fact: FactView | null): string {
  const { workspaceCreation: _, ...told } = fact ?? {};
  return fact === null ? 'nothing' : JSON.stringify(told);
}

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
    const ours = await views(file, work);
    const theirs = await views(other, work);
    const factsMax = Math.max(runOf(file).mark.facts, runOf(other).mark.facts);
    work.begin({ what: 'comparing', counts: 'facts' });
    for (let same = 0; ; same++) {
      const { value: left = null } = ours.next();
      const { value: right = null } = theirs.next();
      const isEnd = left === null && right === null;
      if (!isEnd && textOf(left) === textOf(right)) {
        if (same % SLICE_FACTS === 0)
          await work.show({ count: same, simMs: left!.atMs, done: same / factsMax });
        continue;
      }
      work.end();
      if (isEnd) {
        output.data({ same: true, facts: same });
        output.text(`the same ${counted(same, 'fact')}`);
        return;
      }
      output.data({ same: false, facts: same, [file.path]: left, [otherPath]: right });
      output.text(`the same ${counted(same, 'fact')}, then`);
      output.text(`  ${file.path}: ${textOf(left)}`);
      output.text(`  ${otherPath}: ${textOf(right)}`);
      throw new CommandFailure('');
    }
  } finally {
    other.close();
  }
}

/** By whatever name, a process can open a file only once. */
function isSameFile(path: string, other: string): boolean {
  return existsSync(other) && realpathSync(other) === realpathSync(path);
}

/** The stored facts of a file as objects. Names of workspaces and nodes come with a replay of it. */
async function views(file: WorldFile, work: LongWork): Promise<Generator<FactView, undefined>> {
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
  return viewsOf(file, simulation);
}

function* viewsOf(file: WorldFile, simulation: Simulation): Generator<FactView, undefined> {
  for (const run of storedRuns(file)) yield* viewStored(simulation, run, file);
}
