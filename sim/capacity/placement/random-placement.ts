import type { PlacementPolicy } from './placement-policy.ts';

/** Every node with room has the same probability, and every GPU of it with enough left. The draws derive from the GPR. */
export const random: PlacementPolicy = {
  name: 'random',
  summary: 'draws the nodes, and the GPUs of shares',
  draws: true,
};
