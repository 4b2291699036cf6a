// Simulated time is an integer count of milliseconds since the scenario's start. It never comes from the system's clock.

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Means no instant; greater than every instant. */
export const NEVER = Infinity;

/** The end of simulated time, 278 years. Up to here, `time × ranks` is an exact integer and years have four digits. */
export const TIME_MAX_MS = 2 ** 43;
