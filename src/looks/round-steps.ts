// Round distances between the ticks of an axis, in pictures of the page and of reports.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const TIME_STEPS = [
  [SECOND, 1, 2, 5, 10, 15, 30],
  [MINUTE, 1, 2, 5, 10, 15, 30],
  [HOUR, 1, 2, 3, 6, 12],
  [DAY, 1, 2, 7, 14, 28, 91, 182, 364, 728, 3640],
].flatMap(([unit, ...counts]) => counts.map((count) => count * unit));

/** The shortest round time that is not shorter, ms. */
export function timeStep(leastMs: number): number {
  return TIME_STEPS.find((ms) => ms >= leastMs) ?? Math.ceil(leastMs / DAY) * DAY;
}

/** The smallest of …, 0.5, 1, 2, 5, 10, 20, … that is at least this positive number. */
export function numberStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power;
}
