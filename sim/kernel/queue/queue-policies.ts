export { backfill } from './backfill.ts';
export { greedy } from './greedy.ts';
export { refuse } from './refuse.ts';
export { strict } from './strict.ts';
