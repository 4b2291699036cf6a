// When ranges of starts can be relied on, judged by how earlier ones fared.

/** Fewer answers show nothing. */
export const ANSWERS_MIN = 20;
/** The share of starts that ranges are to hold, and by how much it may differ. */
export const HOLDS = 0.8;
export const TOLERANCE = 0.1;
/** With a greater share of answers that are not known yet, the others are not like all. */
export const LEFT_OUT_MAX = 1 / 4;
