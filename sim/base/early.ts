// Reading ahead. A large table is not in the cache, and what is read of it when it is needed is waited for; what is read
// some work before is there by then. JavaScript has no word for that, so it is read and put somewhere.

/** Where it is put. Nobody reads it. */
export const early: Float64Array = new Float64Array(1);
