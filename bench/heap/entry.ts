// Measures the indexed heap against heaps of npm packages, std::priority_queue of C++, and lists for few keys, with the
// same operations and results.

import { median } from '../measuring/measure.ts';
import type { Entry, Row } from '../measuring/row.ts';
import { agreed } from './agreement.ts';
import { type Contender, ThreadContender } from './contender.ts';
import { LEVELS, packageNames } from './queues.ts';
import { measureRemovals } from './removals.ts';
import { type Script, scriptOf, workNames } from './script.ts';
import { beside, exponent, OURS, standing, type Times } from './standing.ts';
import { STD, startStd } from './std-contender.ts';

interface Effort {
  readonly rounds: number;
  readonly runs: number;
  /** Number of scripts that take turns; with a single small one, the branch predictor would learn it. */
  readonly scripts: number;
}

const QUICK_WORKS = ['hold', 'mixed'];
/** Works for 1e6; the others take long and show nothing that 1e5 does not. */
const LARGE_WORKS = ['push', 'pop', 'hold', 'update', 'mixed', 'mixed by level'];

export const heap: Entry = async ({ quick }) => {
  const std = startStd();
  if (std === undefined) console.error(`${STD} is skipped: no compiler found (g++, c++ or clang++)`);
  const rows: Row[] = [];
  try {
    for (const size of quick ? [1e3, 1e5] : [1e3, 1e5, 1e6]) {
      rows.push(...(await measureSize(size, worksFor(size, quick), effortFor(size, quick), std)));
      rows.push(await measureRemovals(size, size > (quick ? 1e3 : 1e5) ? 1 : 5));
    }
  } finally {
    await std?.end();
  }
  return rows;
};

function worksFor(size: number, quick: boolean): readonly string[] {
  if (quick) return QUICK_WORKS;
  return size <= 1e5 ? workNames : LARGE_WORKS;
}

function effortFor(size: number, quick: boolean): Effort {
  if (size <= 1e3) return { rounds: quick ? 3 : 9, runs: 32, scripts: 16 };
  if (size <= 1e5) return { rounds: quick ? 3 : 7, runs: 1, scripts: quick ? 1 : 2 };
  return { rounds: 3, runs: 1, scripts: 1 };
}

async function measureSize(
  size: number,
  works: readonly string[],
  effort: Effort,
  std: Contender | undefined,
): Promise<Row[]> {
  const rows: Row[] = [];
  // New threads for every size, so that their compiled code is not affected by other sizes.
  const threads = [OURS, ...packageNames].map((name) => new ThreadContender(name));
  threads.push(new ThreadContender(LEVELS, { onlyLevels: true }));
  const contenders: Contender[] = [...threads, ...(std === undefined ? [] : [std])];
  try {
    for (const [i, work] of works.entries()) {
      console.error(`heap ${exponent(size)}: ${work} (${i + 1} of ${works.length})`);
      const scripts = Array.from({ length: effort.scripts }, (_, seed) => scriptOf(work, size, seed + 1));
      const players = contenders.filter((contender) => contender.plays(scripts[0]));
      const checksum = await agreed(players, scripts);
      const times = await measureAll(players, scripts[0], effort);
      rows.push(standing(work, size, times, packageNames, { checksum }));
      if (times.has(STD)) rows.push(beside(work, size, times, STD));
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
  }
  return rows;
}

async function measureAll(
  contenders: readonly Contender[],
  { operations, measuredFrom }: Script,
  { rounds, runs }: Effort,
): Promise<Times> {
  const times = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    const begin = round % contenders.length;
    for (const contender of [...contenders.slice(begin), ...contenders.slice(0, begin)]) {
      const ms = median(await contender.play(round * runs, runs));
      times.get(contender.name)!.push((ms * 1e6) / (operations - measuredFrom));
    }
  }
  return times;
}
