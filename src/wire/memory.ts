/** The path of a world that no file keeps. */
export const MEMORY = ':memory:';
