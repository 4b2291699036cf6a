/** Raise when the same scenario, seed and journal would no longer give the same facts. */
export const ENGINE_VERSION = 3;
