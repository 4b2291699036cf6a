import { type PlacementPolicy, takeLevel } from './placement.ts';

/** Most free GPUs on the node, then the lowest node index: spreads GPRs over the nodes. */
export const worstFit: PlacementPolicy = {
  name: 'worst-fit',
  summary: 'takes the nodes with the most free GPUs',
  choose(pool, demands, demand, places) {
    const wanted = demands.nodes[demand];
    let got = 0;
    for (let level = pool.levels - 1; got < wanted && level >= 0; level--) {
      got = takeLevel(pool, demands, demand, level, places, got, wanted);
    }
  },
};
