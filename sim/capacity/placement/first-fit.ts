import type { PlacementPolicy } from './placement-policy.ts';

/** Prefers the lowest slots. */
export const firstFit: PlacementPolicy = {
  name: 'first-fit',
  summary: 'takes the nodes with the lowest numbers',
  choose(nodes, demand, slots, at) {
    const end = at + nodes.wanted(demand);
    let slot = -1;
    for (let to = at; to < end; to++) {
      slot = nodes.next(demand, 0, nodes.gpusMax, slot);
      slots[to] = slot;
    }
  },
  score: () => 0,
};
