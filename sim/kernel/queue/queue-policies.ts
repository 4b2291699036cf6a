export { backfill } from './backfill.ts';
export { greedy } from './greedy.ts';
export { strict } from './strict.ts';
