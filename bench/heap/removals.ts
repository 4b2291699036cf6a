// Measures removal by id: the indexed heap, which knows the position of each element, against packages that search for it.

import { IndexedHeap } from '../../sim/base/collections/heap.ts';
import type { Row } from '../measuring/row.ts';
import { ThreadContender } from './contender.ts';
import type { Removed } from './player.ts';
import { removingNames } from './queues.ts';
import { drain, fill, removalsOf, type Script } from './script.ts';
import { exponent, OURS, standing } from './standing.ts';

const REMOVALS = 200_000;
const WARM_UP_SIZE = 5_000;
/** Time limit for the removals of a queue; a package may take milliseconds for one. */
const BUDGET_MS = 100;

export async function measureRemovals(size: number, rounds: number): Promise<Row> {
  console.error(`heap ${exponent(size)}: remove by id`);
  const contenders = [OURS, ...removingNames].map((name) => new ThreadContender(name, { removing: true }));
  const times = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  try {
    for (let round = 0; round <= rounds; round++) {
      const script = removalsOf(round === 0 ? Math.min(size, WARM_UP_SIZE) : size, round + 1);
      for (const contender of contenders) {
        // The indexed heap is too fast for a check of the clock after each removal.
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

/** Checks that the rest of the queue equals that of an indexed heap after the same removals. */
function mustHaveRemoved(name: string, script: Script, { count, drained }: Removed): void {
  const heap = fill(new IndexedHeap(), script);
  for (const id of script.ids.subarray(0, count)) heap.remove(id);
  if (drain(heap) === drained) return;
  throw new Error(`${name}: wrong elements remain after ${count} removals of ${script.size}`);
}
