// Elements taken out by their ids: the indexed heap, which knows where they are, beside the packages that search.

import { IndexedHeap } from '../../sim/base/heap.ts';
import type { Row } from '../row.ts';
import { ThreadContender } from './contender.ts';
import type { Removed } from './player.ts';
import { OURS, removingNames } from './queues.ts';
import { drain, fill, removalsOf, type Script } from './script.ts';
import { exponent, standing } from './standing.ts';

/** So many removals, if the time allows. */
const REMOVALS = 200_000;
const WARM_UP_SIZE = 5_000;
/** A package may take milliseconds for one: it gets so much time for as many as it can. */
const BUDGET_MS = 100;

export async function measureRemovals(size: number, rounds: number): Promise<Row> {
  console.error(`heap ${exponent(size)}: remove by id`);
  const contenders = [OURS, ...removingNames].map((name) => new ThreadContender(name, { removing: true }));
  const times = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  try {
    for (let round = 0; round <= rounds; round++) {
      // The first round warms up, which a few thousand do as well as a million.
      const script = removalsOf(round === 0 ? Math.min(size, WARM_UP_SIZE) : size, round + 1);
      for (const contender of contenders) {
        // The indexed heap is through before one could look at a clock after each.
        const stride = contender.name === OURS ? script.operations : 1;
        const queues = Math.ceil(REMOVALS / script.operations);
        const removed = await contender.remove({ script, queues, budgetMs: BUDGET_MS, stride });
        mustHaveRemoved(contender.name, script, removed);
        if (round > 0) times.get(contender.name)!.push(removed.nsEach);
      }
    }
  } finally {
    await Promise.all(contenders.map((contender) => contender.end()));
  }
  return standing('remove by id', size, times, removingNames, {});
}

/** What is left must be what an indexed heap has left after as many removals. */
function mustHaveRemoved(name: string, script: Script, { count, drained }: Removed): void {
  const heap = fill(new IndexedHeap(), script);
  for (const id of script.ids.subarray(0, count)) heap.remove(id);
  if (drain(heap) === drained) return;
  throw new Error(`${name}: other elements than expected are left after ${count} removals of ${script.size}`);
}
