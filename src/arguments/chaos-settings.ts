// The settings of --chaos.

import { badUsage } from './command-failure.ts';
import { seedOf } from './words.ts';

/** The probability that a call fails if none is given. */
export const CHAOS_RATE = 0.05;

export function isChaosRate(rate: unknown): rate is number {
  return typeof rate === 'number' && rate > 0 && rate <= 1;
}

/** Parses `SEED` or `SEED:RATE`. @throws CommandFailure that names each wrong part */
export function parseChaos(text: string): { readonly seed: number; readonly rate: number } {
  const [, seedText = '', rateText] = /^([^:]*)(?::(.*))?$/s.exec(text)!;
  const seed = seedOf(seedText);
  const rate =
    rateText === undefined ? CHAOS_RATE : /^[0-9.]{1,20}$/.test(rateText) ? Number(rateText) : Number.NaN;
  const wrong = [
    ...(seed === undefined
      ? [
          `the seed must be an integer from 0 to ${Number.MAX_SAFE_INTEGER}, but is ${JSON.stringify(seedText)}`,
        ]
      : []),
    ...(isChaosRate(rate)
      ? []
      : [`the rate must be above 0 and up to 1, but is ${JSON.stringify(rateText)}`]),
  ];
  if (seed !== undefined && wrong.length === 0) return { seed, rate };
  throw badUsage(`--chaos takes SEED or SEED:RATE, such as 7 or 7:0.2; ${wrong.join('; ')}`);
}
