import type { OrderPolicy } from './order-policy.ts';

export const shortest: OrderPolicy = {
  name: 'shortest',
  summary: 'takes the GPR of the shortest exit duration first',
  changes: false,
  score: ({ exitMs }) => exitMs,
};
