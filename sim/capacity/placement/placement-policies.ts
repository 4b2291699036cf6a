// The list of placement policies, one line each.

export { bestFit } from './best-fit.ts';
export { firstFit } from './first-fit.ts';
export { random } from './random-placement.ts';
export { bestFitVector } from './scores/best-fit-vector.ts';
export { clustering } from './scores/clustering.ts';
export { dotProduct } from './scores/dot-product.ts';
export { fgd } from './scores/fgd.ts';
export { packing } from './scores/packing.ts';
export { worstFit } from './worst-fit.ts';
