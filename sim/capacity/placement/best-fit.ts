import type { PlacementPolicy } from './placement-policy.ts';

/** Prefers nodes with the fewest free GPUs, then the lowest slot. Keeps whole nodes free for large requests. */
export const bestFit: PlacementPolicy = {
  name: 'best-fit',
  summary: 'takes the nodes with the fewest free GPUs',
  choose(nodes, demand, slots, at) {
    const end = at + nodes.wanted(demand);
    let level = nodes.gpusOf(demand);
    for (let to = at; to < end && level <= nodes.gpusMax; level++) {
      to = nodes.writeLevel(demand, level, slots, to, end);
    }
  },
  score: ({ gpuMilliLeft }) => -gpuMilliLeft,
};
