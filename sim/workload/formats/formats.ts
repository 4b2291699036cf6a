export { csv } from './csv/csv.ts';
export { openb } from './openb/openb.ts';
export { swf } from './swf/swf.ts';
