export const COUNT = 1e5;
