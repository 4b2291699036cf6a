/** Raise it when the same scenario, seed and journal no longer give the same facts. */
export const ENGINE_VERSION = 4;
