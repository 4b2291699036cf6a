export { csv } from './csv/csv.ts';
export { openb } from './openb/openb.ts';
