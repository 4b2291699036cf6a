export { counted } from '../../../sim/index.ts';
