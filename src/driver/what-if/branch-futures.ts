// Compares two branches: both histories after their last common position are derived again from the journal, side by side.

import type { FactRun, FactView, Simulation } from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import { commonPosition, sharedFacts } from '../../store/tables/line.ts';
import type { WorldFile } from '../../store/world-file.ts';
import { deriving } from '../commits/derived.ts';
import type { Both } from '../differing.ts';
import { copyInSlices } from '../forked.ts';
import { inSlices } from '../slice.ts';
import { FACTS } from '../stored/compared-runs.ts';
import { storedJournal, storedMark, storedRuns } from '../stored/stored.ts';
import type { ChartsWanted, DifferencesResult } from '../world.ts';
import { FirstDifference } from './first-difference.ts';
import { type Entry, Future } from './future.ts';
import type { Side } from './gpr-pairs.ts';
import { compare, type Rest } from './two-futures.ts';

/** @param branch not the current one @param wantedMs the end; undefined = the earlier end of both branches */
export async function branchFutures(
  file: WorldFile,
  present: Simulation,
  branch: number,
  wantedMs: number | undefined,
  charts: ChartsWanted | undefined,
  rest: Rest,
): Promise<DifferencesResult> {
  // Commands that enter from now on do not belong to the answer.
  const pasts = [file.past(file.branch), file.past(branch)] as const;
  const ends = pasts.map((past) => storedMark(past)!);
  const endMs = Math.min(...ends.map(({ nowMs }) => nowMs));
  const position = commonPosition(pasts[0].line, pasts[1].line);
  if (wantedMs !== undefined && (wantedMs > endMs || wantedMs < position.nowMs))
    return { ok: false, refusal: 'end', fromMs: position.nowMs, toMs: endMs };
  const untilMs = wantedMs ?? endMs;
  const shared = sharedFacts(pasts[0].line, pasts[1].line);
  const copying = () => rest({ nowMs: position.nowMs, events: 0 });
  const derived = await inSlices(deriving(pasts[0], present, position), copying);
  const { simulation, commands } = derived;
  const { seq } = simulation.clock();
  const copy = () => copyInSlices(simulation, 'everything', copying);
  const copies = [await copy(), await copy()] as const;
  const futures = copies.map(
    (copy, i) => new Future(copy, commandsOf(pasts[i], commands + 1, ends[i].commands)),
  ) as [Future, Future];
  const compared = await compare(futures, {
    untilMs: Math.max(untilMs, simulation.nowMs),
    leastMs: untilMs,
    withFirstDifference: false,
    charts,
    rest,
  });
  const firstDifference = await firstStored(pasts, ends, shared + 1, untilMs, copies, rest);
  const rows = compared.rows.map((row) => ({ ...row, exists: row.without !== null }));
  return {
    ok: true,
    differences: { branch: pasts[0].branch, seq, knowing: 'everything', ...compared, rows, firstDifference },
  };
}

function* commandsOf(past: Past, from: number, last: number): Generator<Entry> {
  for (const { seq, atMs, round, command } of storedJournal(past, from)) {
    if (seq > last) return;
    yield {
      atMs,
      enter(simulation) {
        simulation.openRound(atMs, round);
        simulation.apply(command);
      },
    };
  }
}

/** Finds the first stored fact that differs, from number `from` on. */
async function firstStored(
  pasts: readonly [Past, Past],
  ends: readonly { readonly facts: number }[],
  from: number,
  untilMs: number,
  simulations: readonly [Simulation, Simulation],
  rest: Rest,
): Promise<Both<FactView | null> | null> {
  const first = new FirstDifference();
  const runs = pasts.map((past, i) => storedFrom(past, from, ends[i].facts));
  const isDone = [false, false];
  for (const side of sides()) {
    if (first.isFound || (isDone[0] && isDone[1])) break;
    const run = isDone[side] ? undefined : runs[side].next().value;
    // The instant of the first fact is its second word.
    if (run === undefined || run.words[1] > untilMs) isDone[side] = true;
    else first.add(side, run);
    await rest({ nowMs: untilMs, events: 0 });
  }
  return first.found(simulations, untilMs);
}

function* sides(): Generator<Side> {
  for (;;) yield* [0, 1] as const;
}

/** The stored facts from number `from` to number `last`. */
function* storedFrom(past: Past, from: number, last: number): Generator<FactRun, undefined> {
  for (const run of storedRuns(past, from)) {
    const { firstSeq, count, words } = run;
    if (firstSeq > last) return;
    const skipped = Math.max(0, from - firstSeq);
    const end = firstSeq + count > last + 1 ? FACTS.positionOf(run, last + 1) : words.length;
    const kept = Math.min(count, last + 1 - firstSeq) - skipped;
    yield {
      firstSeq: firstSeq + skipped,
      count: kept,
      words: words.subarray(skipped === 0 ? 0 : FACTS.positionOf(run, from), end),
    };
  }
}
