// Bounds of values that requests, scenario files and stored commands share.

/** Characters of a name. */
export const nameLengthMax = 253;

/** Upper bound of counts and of GB per GPU: far above any cluster, far below the largest exact integer. */
export const countMax = 1_000_000;
