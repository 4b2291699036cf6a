import { bitsAt, type PlacementPolicy, takeBits } from './placement.ts';

/** The lowest node index with room. */
export const firstFit: PlacementPolicy = {
  name: 'first-fit',
  choose(pool, demands, demand, places) {
    const wanted = demands.nodes[demand];
    let got = 0;
    for (let word = 0; got < wanted && word < pool.words; word++) {
      got = takeBits(bitsAt(pool, demands, demand, 0, pool.levels - 1, word), word, places, got, wanted);
    }
  },
};
