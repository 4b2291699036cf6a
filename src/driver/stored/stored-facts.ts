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

/** A stored fact. `words` is all that the hash over the facts covers. */
export interface StoredFact {
  readonly seq: number;
  readonly atMs: number;
  readonly words: Float64Array;
}

/** Yields the stored facts of a file. @throws Damaged if they cannot be read */
export function* storedFacts(past: Past): Generator<StoredFact, undefined> {
  for (const run of storedRuns(past)) {
    const facts: StoredFact[] = [];
    let from = 0;
    try {
      eachFact(run, (_kind, atMs, at, count, seq) => {
        facts.push({ seq, atMs, words: run.words.subarray(from, at + count) });
        from = at + count;
      });
    } catch {
      throw unreadable(past, run.firstSeq);
    }
    yield* facts;
  }
}

export function isSameFact(a: StoredFact, b: StoredFact): boolean {
  return a.words.length === b.words.length && a.words.every((word, i) => word === b.words[i]);
}

/** Stored facts as objects, at most `limit`. @throws Damaged if they cannot be read */
export function viewStored(
  simulation: Simulation,
  run: FactRun,
  past: Past,
  limit = Number.MAX_SAFE_INTEGER,
): FactView[] {
  try {
    return simulation.viewFacts(run, { limit });
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
  /** The unread rest of the current run. */
  let wordsLeft: Float64Array = new Float64Array();
  let seq = 0;
  let difference: string | undefined;
  const runs: Iterator<FactRun, undefined> = runsUntil(untilMs);

  /** Consumes the next stored fact if it equals this one. */
  function takes(words: Float64Array): boolean {
    if (!hasNext()) return false;
    for (let i = 0; i < words.length; i++) if (words[i] !== wordsLeft[i]) return false;
    wordsLeft = wordsLeft.subarray(words.length);
    seq++;
    return true;
  }

  function hasNext(): boolean {
    if (wordsLeft.length > 0) return true;
    const run = runs.next().value;
    if (run === undefined) return false;
    wordsLeft = run.words;
    seq = run.firstSeq;
    return true;
  }

  function differ(seq: number, replayed: FactView | undefined): void {
    const rest = { firstSeq: seq, count: 1, words: wordsLeft };
    const [stored] = viewStored(simulation, rest, past, 1);
    const text = (fact: FactView | undefined) => (fact === undefined ? 'nothing' : JSON.stringify(fact));
    difference = `fact ${seq} differs:\n  stored   ${text(stored)}\n  replayed ${text(replayed)}`;
  }

  /** Yields the runs up to an instant. The hash covers every run, compared or not. */
  function* runsUntil(untilMs: number): Generator<FactRun, undefined> {
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

  return {
    get difference() {
      return difference;
    },
    compare(replayed: FactRun): void {
      let from = 0;
      eachFact(replayed, (_kind, _atMs, at, count, seq) => {
        const words = replayed.words.subarray(from, at + count);
        from = at + count;
        if (difference !== undefined || takes(words)) return;
        const [fact] = simulation.viewFacts({ firstSeq: seq, count: 1, words });
        differ(seq, fact);
      });
    },
    /** Ends the comparison after the last fact of the replay. @returns the hash over the stored facts */
    end(): string {
      if (difference === undefined && hasNext()) differ(seq, undefined);
      while (!runs.next().done);
      return hash.digest();
    },
  };
}
