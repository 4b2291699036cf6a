export { backfill } from './backfill.ts';
export { conservative } from './conservative.ts';
export { greedy } from './greedy.ts';
export { refuse } from './refuse.ts';
export { strict } from './strict.ts';
