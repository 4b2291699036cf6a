// Compares two branches: both histories after their last common position are derived again from the journal, side by side.

import type { FactRun, Simulation } from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import { commonPosition, sharedFacts } from '../../store/tables/line.ts';
import type { WorldFile } from '../../store/world-file.ts';
import { deriving } from '../commits/derived.ts';
import { copyInSlices } from '../forked.ts';
import { inSlices } from '../slice.ts';
import { FACTS } from '../stored/compared-runs.ts';
import { differing } from '../stored/first-difference.ts';
import { storedJournal, storedMark, storedRuns } from '../stored/stored.ts';
import type { ChartsWanted, DifferencesResult } from '../world.ts';
import { type Entry, Future } from './future.ts';
import { compare, differenceOf, type Rest } from './two-futures.ts';

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
  const runs = pasts.map((past, i) => storedFrom(past, shared + 1, ends[i].facts, untilMs));
  const first = await inSlices(differing([runs[0], runs[1]]), () => rest({ nowMs: untilMs, events: 0 }));
  const firstDifference = differenceOf(first, copies, untilMs);
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

/** The stored facts from number `from` to number `last`, up to the run that begins after an instant. */
function* storedFrom(past: Past, from: number, last: number, untilMs: number): Generator<FactRun> {
  for (const run of storedRuns(past, from)) {
    const { firstSeq, count, words } = run;
    if (firstSeq > last) return;
    const skipped = Math.max(0, from - firstSeq);
    const end = firstSeq + count > last + 1 ? FACTS.positionOf(run, last + 1) : words.length;
    const kept = Math.min(count, last + 1 - firstSeq) - skipped;
    const rest = words.subarray(skipped === 0 ? 0 : FACTS.positionOf(run, from), end);
    // The instant of a fact is its second word.
    if (rest[1] > untilMs) return;
    yield { firstSeq: firstSeq + skipped, count: kept, words: rest };
  }
}
