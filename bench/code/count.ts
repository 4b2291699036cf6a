/** GPRs of the run that is counted. */
export const COUNT = 1e5;
