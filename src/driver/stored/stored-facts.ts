// Reads the stored facts of a file, and compares them with those of a replay.

import {
  eachFact,
  FactHash,
  type FactRun,
  type FactView,
  type Scenario,
  type Simulation,
} from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import { Damaged, StoreError } from '../../store/store-error.ts';
import type { Mark } from '../../store/tables/mark-table.ts';
import type { WorldFile } from '../../store/world-file.ts';
import { FirstDifference } from './first-difference.ts';
import { storedMark, storedRuns, storedScenario } from './stored.ts';

/** The scenario of a file's run, and the mark at the end of a branch: the current one by default. @throws StoreError if the file holds no run */
export function runOf(file: WorldFile, past: Past = file.present): { scenario: Scenario; mark: Mark } {
  const scenario = storedScenario(file);
  const mark = storedMark(past);
  if (scenario === undefined || mark === undefined)
    throw new StoreError(`${file.path} holds no run; give a file of gprsim run --db or of gprsim serve`);
  return { scenario, mark };
}

export function hashOfStored(past: Past): string {
  const hash = new FactHash();
  for (const { words } of storedRuns(past)) hash.mix(words, 0, words.length);
  return hash.digest();
}

/** Stored facts as objects. @throws Damaged if they cannot be read */
export function viewStored(simulation: Simulation, run: FactRun, past: Past): FactView[] {
  try {
    return simulation.viewFacts(run);
  } catch {
    throw unreadable(past, run.firstSeq);
  }
}

export function unreadable({ path }: Past, firstSeq: number): Damaged {
  return new Damaged(path, `the facts from number ${firstSeq} on cannot be read`);
}

/** Compares the stored facts up to an instant with the facts of a replay. */
export function newStoredFacts(past: Past, simulation: Simulation, untilMs: number) {
  const hash = new FactHash();
  const first = new FirstDifference();
  let difference: string | undefined;
  const runs = storedUntil();

  /** Yields the runs up to the instant. The hash covers every run, compared or not. */
  function* storedUntil(): Generator<FactRun, undefined> {
    for (const run of storedRuns(past)) {
      let count = 0;
      let length = 0;
      eachFact(run, (_kind, atMs, at, words) => {
        if (atMs > untilMs) return;
        count++;
        length = at + words;
      });
      hash.mix(run.words, 0, length);
      if (count > 0) yield { ...run, count, words: run.words.subarray(0, length) };
    }
  }

  function compare(isEnd: boolean): void {
    while (!first.isFound && first.isUsed(0) && (isEnd || !first.isUsed(1))) {
      const run = runs.next().value;
      if (run === undefined) return;
      first.add(0, run);
    }
  }

  return {
    get difference() {
      return difference;
    },
    compare(replayed: FactRun): void {
      first.add(1, replayed);
      compare(false);
    },
    /** Ends the comparison after the last fact of the replay. @returns the hash over the stored facts */
    end(): string {
      compare(true);
      const [stored, replayed] = first.found();
      const seq = (stored ?? replayed)?.firstSeq;
      const text = (run: FactRun | undefined) =>
        run === undefined ? 'nothing' : JSON.stringify(viewStored(simulation, run, past)[0]);
      if (seq !== undefined)
        difference = `fact ${seq} differs:\n  stored   ${text(stored)}\n  replayed ${text(replayed)}`;
      while (!runs.next().done);
      return hash.digest();
    },
  };
}
