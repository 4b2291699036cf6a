// The event loop with nothing in it: as many arrivals and ends as a generated workload has, with the same gaps and run
// times, through the same heap; no clusters, no queue, no facts. What the engine's rules cost stands beside it.

import { IndexedHeap } from '../sim/heap.ts';
import { Dice, exponential, scale } from '../sim/random.ts';
import type { GeneratedWorkload } from '../sim/scenario.ts';

const Draw = { gap: 0, exit: 1, share: 2 } as const;

/** Number of arrivals and ends. */
export function bareLoop(workload: GeneratedWorkload, seed: number): number {
  const { exitDurationMs: exit, runtimeShareMilli: share, interArrivalMeanMs } = workload;
  const count = workload.count!;
  const dice = new Dice(seed, 0);
  const ends = new IndexedHeap();
  let events = 0;
  let now = 0;
  for (let gpr = 0; gpr < count; gpr++) {
    now += Math.floor(exponential(dice.draw(gpr, Draw.gap)) * interArrivalMeanMs);
    while (ends.peekKey() <= now) {
      ends.pop();
      events++;
    }
    const exitMs = scale(dice.draw(gpr, Draw.exit), exit.from, exit.to);
    const runMs = Math.floor((exitMs * scale(dice.draw(gpr, Draw.share), share.from, share.to)) / 1000);
    ends.push(gpr, now + runMs);
    events++;
  }
  while (ends.pop() >= 0) events++;
  return events;
}
