// The event loop with nothing in it: as many arrivals and ends as a generated workload has, with as many draws and the
// same spread of gaps and run times, through the same heap; no clusters, no queue, no facts.

import { IndexedHeap } from '../sim/heap.ts';
import { Dice, exponential, scale } from '../sim/random.ts';
import type { GeneratedWorkload } from '../sim/scenario.ts';

const Draw = { gap: 0, exit: 1, share: 2, others: 3 } as const;

/** Draws of a GPR for what only rules need: its workspace, pool, priority and so on. */
const OTHER_DRAWS = 8;

/** Returns the number of arrivals and ends; `drawn` keeps the draws from being left out. */
export function bareLoop(workload: GeneratedWorkload, seed: number): { events: number; drawn: number } {
  const { exitDurationMs: exit, runtimeShareMilli: share, interArrivalMeanMs } = workload;
  const count = workload.count!;
  const dice = new Dice(seed, 0);
  const ends = new IndexedHeap();
  let events = 0;
  let drawn = 0;
  let now = 0;
  for (let gpr = 0; gpr < count; gpr++) {
    now += Math.floor(exponential(dice.draw(gpr, Draw.gap)) * interArrivalMeanMs);
    while (ends.peekKey() <= now) {
      ends.pop();
      events++;
    }
    const exitMs = scale(dice.draw(gpr, Draw.exit), exit.from, exit.to);
    const runMs = Math.floor((exitMs * scale(dice.draw(gpr, Draw.share), share.from, share.to)) / 1000);
    for (let i = 0; i < OTHER_DRAWS; i++) drawn ^= dice.draw(gpr, Draw.others + i);
    ends.push(gpr, now + runMs);
    events++;
  }
  while (ends.pop() >= 0) events++;
  return { events, drawn };
}
