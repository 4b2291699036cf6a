// The formats of recorded traces, one line each.

export { openb } from './openb/openb.ts';
