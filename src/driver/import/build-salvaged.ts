// Builds a new file from what is whole of a damaged one: each branch up to its first damaged command.

import { ENGINE_VERSION } from '../../../sim/index.ts';
import { readStoredScenario } from '../../scenario/stored/stored-scenario.ts';
import type { Salvaged, SalvagedBranch } from '../../store/rescue/salvaged.ts';
import { Damaged, StoreError } from '../../store/store-error.ts';
import type { JournalEntry, JournalRow } from '../../store/tables/journal.ts';
import type { WorldFile } from '../../store/world-file.ts';
import type { Recorder } from '../commits/recorder.ts';
import { commandOf, isEnd, wrongPlace } from '../stored/stored.ts';
import { ImportRefused } from '../world.ts';
import { beginBranch, factsMaxOf, inBranch, type Rest, rebuildBranch } from './rebuild-imported.ts';

/** Beginning a branch takes about as long as this number of facts. */
const BRANCH_FACTS = 1_000;
/** As above, for a branch that begins in another one. */
const FORK_FACTS = 100;

export interface SavedBranch {
  readonly branch: number;
  readonly commands: number;
  readonly facts: number;
  readonly hash: string;
  /** The last saved instant, in ms since the scenario's start. */
  readonly nowMs: number;
  /** Whether the branch ends as it was when the file was whole. */
  readonly isWhole: boolean;
  /** Why the branch ends before the end of its journal. */
  readonly stop?: string;
}

/**
 * Derives the branches of a damaged file in a new file.
 * @param path of the damaged file, for messages
 * @throws StoreError if its scenario is not usable
 */
export async function buildSalvaged(
  path: string,
  saved: Salvaged,
  target: WorldFile,
  rest: Rest,
): Promise<SavedBranch[]> {
  const scenario = readStoredScenario(saved.scenario);
  if (!scenario.ok) throw new StoreError(`nothing of ${path} can be saved: its scenario is invalid`);
  const branches: SavedBranch[] = [];
  const factsMax = factsMaxOf(path);
  // The branches before the last one share their bound: together, they are in the file.
  let left = factsMax;
  let recorder: Recorder | undefined;
  for (const salvaged of saved.branches) {
    const isLast = salvaged === saved.branches.at(-1);
    const { branch, beginning, reason } = salvaged;
    let built: SavedBranch;
    try {
      if (left <= 0 && !isLast)
        throw new ImportRefused(
          `the branches before it take as long as ${factsMax} facts, which the file cannot have recorded`,
        );
      if (
        beginning !== undefined &&
        !branches.some((one) => one.branch === beginning.parent && one.hash !== '')
      )
        throw new ImportRefused(`it begins in branch ${beginning.parent}, of which nothing is saved`);
      const begin = { branch, parent: null, reason, ...START, ...beginning };
      recorder = await beginBranch(target, scenario.scenario, begin, branch, 0, rest);
      built = await savedBranch(path, saved, salvaged, isLast ? factsMax : left, recorder, rest);
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error;
      const nothing = { commands: 0, facts: 0, hash: '', nowMs: 0, isWhole: false };
      built = { branch, ...nothing, stop: error.message };
    }
    branches.push(built);
    left -= built.facts - (beginning?.facts ?? 0) + (beginning === undefined ? BRANCH_FACTS : FORK_FACTS);
  }
  if (recorder !== undefined && branches.some(({ branch, hash }) => branch === saved.current && hash !== ''))
    await inBranch(target, recorder, saved.current, rest);
  target.keys.restore(saved.keys);
  return branches;
}

const START = { nowMs: 0, round: -1, isOpen: false, commands: 0 } as const;

async function savedBranch(
  path: string,
  { engineVersion }: Salvaged,
  { branch, entries, mark: end, isWhole: isComplete }: SalvagedBranch,
  factsMax: number,
  recorder: Recorder,
  rest: Rest,
): Promise<SavedBranch> {
  const journal = () => entered(path, entries);
  const mark = end !== undefined && isEnd(end) ? end : undefined;
  let stop: string | undefined;
  try {
    await rebuildBranch({ path, engineVersion, journal, mark: () => mark, factsMax }, recorder, rest);
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    stop = error.message;
  }
  const { seq, hash, nowMs } = recorder.simulation.clock();
  const isWhole = stop === undefined && isComplete && mark?.hash === hash && engineVersion === ENGINE_VERSION;
  return {
    branch,
    commands: recorder.commands,
    facts: seq,
    hash,
    nowMs,
    isWhole,
    ...(stop !== undefined && { stop }),
  };
}

function* entered(path: string, entries: Iterable<JournalRow>): Generator<JournalEntry, undefined> {
  let last = { atMs: 0, round: 0 };
  for (const row of entries) {
    const wrong = wrongPlace(row, last);
    if (wrong !== undefined) throw new Damaged(path, wrong);
    last = row;
    yield { ...row, command: commandOf({ path }, row) };
  }
}
