/** Number of GPRs of the counted run. */
export const COUNT = 1e5;
