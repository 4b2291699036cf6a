// The library, as packages import it.

export { hunt } from './hunt.ts';
export { start } from './start.ts';
