import { type PlacementPolicy, takeLevel } from './placement.ts';

/** Fewest free GPUs on the node, then the lowest node index: keeps whole nodes free for large requests. */
export const bestFit: PlacementPolicy = {
  name: 'best-fit',
  summary: 'takes the nodes with the fewest free GPUs',
  choose(pool, demands, demand, places) {
    const wanted = demands.nodes[demand];
    let got = 0;
    for (let level = demands.gpus[demand]; got < wanted && level < pool.levels; level++) {
      got = takeLevel(pool, demands, demand, level, places, got, wanted);
    }
  },
};
