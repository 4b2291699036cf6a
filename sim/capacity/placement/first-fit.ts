import { nextPlace, type PlacementPolicy } from './placement.ts';

/** The lowest node index with room. */
export const firstFit: PlacementPolicy = {
  name: 'first-fit',
  summary: 'takes the nodes with the lowest numbers',
  choose(pool, demands, demand, places) {
    let place = -1;
    for (let got = 0; got < demands.nodes[demand]; got++) {
      place = nextPlace(pool, demands, demand, 0, pool.levels - 1, place);
      places[got] = place;
    }
  },
};
