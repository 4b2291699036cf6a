import type { OrderPolicy } from './order-policy.ts';

export const priority: OrderPolicy = {
  name: 'priority',
  summary: 'takes the GPR of the highest priority first, then the oldest',
  changes: false,
  score: ({ rank }) => rank,
};
