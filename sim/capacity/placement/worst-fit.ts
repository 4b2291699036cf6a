import type { PlacementPolicy } from './placement-policy.ts';

/** Prefers nodes with the most free GPUs, then the lowest slot. Spreads GPRs over the nodes. */
export const worstFit: PlacementPolicy = {
  name: 'worst-fit',
  summary: 'takes the nodes with the most free GPUs',
  choose(nodes, demand, slots, at) {
    const end = at + nodes.wanted(demand);
    let level = nodes.gpusMax;
    for (let to = at; to < end && level >= 0; level--) to = nodes.writeLevel(demand, level, slots, to, end);
  },
  score: ({ gpuMilliLeft }) => gpuMilliLeft,
};
