// What the policies of the scheduler do. The glossary of the documents has the same words.

export const POLICY_WORDS: Readonly<Record<string, string>> = {
  strict: 'if a GPR does not fit into the free GPUs of its pool, those behind it wait',
  greedy: 'every GPR that fits, or can evict enough others, starts',
  backfill: 'a GPR passes a blocked one if that can still start at its reservation',
  'best-fit': 'the nodes with the fewest free GPUs come first',
  'worst-fit': 'the nodes with the most free GPUs come first',
  'first-fit': 'the nodes with the lowest numbers come first',
};
