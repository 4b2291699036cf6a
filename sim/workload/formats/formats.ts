export { openb } from './openb/openb.ts';
