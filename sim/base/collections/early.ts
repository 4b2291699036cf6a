// Prefetching from large tables. JavaScript has no prefetch instruction, so hot code loads a value before it needs it and
// stores it here; when it needs the value, the cache has it.

/** Target of these stores. Its content is never read. */
export const early: Float64Array = new Float64Array(1);
