// Simulated time is an integer count of milliseconds since the scenario's start. It never comes from a clock.

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** No instant: sorts after every instant. */
export const NEVER = Infinity;

/** The end of simulated time, 278 years: `time × ranks` stays an exact integer, and years keep four digits. */
export const TIME_MAX_MS = 2 ** 43;
