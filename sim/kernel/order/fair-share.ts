import type { OrderPolicy } from './order-policy.ts';

export const fairShare: OrderPolicy = {
  name: 'fair-share',
  summary: 'takes the GPR whose workspace has used the least GPU time first',
  changes: true,
  isUsage: true,
  score: ({ usage }) => usage,
};
