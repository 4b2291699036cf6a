// Bounds of values that requests, scenario files and stored commands share.

/** Characters of a name. */
export const nameLengthMax = 253;

/** Upper bound of counts and of GB per GPU: far above any cluster, far below the largest exact integer. */
export const countMax = 1_000_000;

/** How often an injected fault happens. */
export const faultTimesMax = 1_000_000;

/** Characters of the message of a failed step. */
export const faultMessageMax = 1000;
