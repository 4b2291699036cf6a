// The list of placement policies, one line each.

export { bestFit } from './best-fit.ts';
export { firstFit } from './first-fit.ts';
export { worstFit } from './worst-fit.ts';
