// The names of the policies that viewers offer. This file imports nothing, because the dashboard has it, too.

export const QUEUE_NAMES: readonly string[] = ['strict', 'greedy', 'backfill', 'conservative', 'refuse'];
export const ORDER_NAMES: readonly string[] = ['priority', 'shortest', 'fair-share'];
export const PLACEMENT_NAMES: readonly string[] = [
  ...['best-fit', 'first-fit', 'worst-fit'],
  ...['best-fit-vector', 'clustering', 'dot-product', 'fgd', 'packing', 'random'],
];
