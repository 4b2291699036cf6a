import type { PlacementPolicy } from './placement.ts';

/** The lowest node index with room. */
export const firstFit: PlacementPolicy = {
  name: 'first-fit',
  summary: 'takes the nodes with the lowest numbers',
  choose(nodes, demand, lots, at) {
    const end = at + nodes.wanted(demand);
    let place = -1;
    for (let to = at; to < end; to++) {
      place = nodes.next(demand, 0, nodes.gpusMax, place);
      lots[to] = place;
    }
  },
};
