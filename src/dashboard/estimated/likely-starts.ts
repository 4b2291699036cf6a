// When queued GPRs will likely start. Futures take the server long, so they are read less often than the rest of the page.

import { computed } from '@preact/signals';
import type { ForecastAnswer, WorldState } from '../../api/sim/answers.ts';
import { ESTIMATED_AT_ONCE_MAX } from '../../api/sim/shared/estimated.ts';
import { OfBranch } from '../live/of-branch.ts';
import { readInstant } from '../session/read-instant.ts';
import { read } from '../session/server-call.ts';
import type { Likely } from './likely-range.ts';

const SAMPLES = 50;
/** At most this share of the time is spent on forecasts. */
const FORECASTING_SHARE = 1 / 8;

const known = new OfBranch<ForecastAnswer & { readonly of: string | undefined }>();
let isReading = false;
/** The state of the last forecast, and until when it suffices. */
let lastState = '';
let restUntil = 0;

/** The latest forecast: the GPR → its likely start. */
export const likelyStarts = computed(() => {
  const { value: forecast } = known.shown;
  if (forecast === undefined || forecast.of !== readInstant.value) return new Map<string, Likely>();
  const { now, samples } = forecast;
  return new Map(forecast.gprs.map((likely) => [likely.gprId, { ...likely, now, samples }]));
});

/** Reads the forecast, unless one is being read, the world has not changed since the last one, or that one suffices. */
export async function readLikelyStarts({ branch, clock, counts }: WorldState): Promise<void> {
  const { value: at } = readInstant;
  const state = JSON.stringify([branch, clock.now, counts, at]);
  const startedAt = performance.now();
  if (isReading || state === lastState || counts.Queued === 0 || counts.Queued > ESTIMATED_AT_ONCE_MAX)
    return;
  if (known.shown.peek()?.of === at && startedAt < restUntil) return;
  isReading = true;
  try {
    const forecast = await read<ForecastAnswer>('sim/forecast', { samples: SAMPLES });
    known.take(forecast.branch, { ...forecast, of: at });
  } catch {
    // Too many futures, or the next reading of the page fails, too.
  } finally {
    const now = performance.now();
    isReading = false;
    lastState = state;
    restUntil = now + (now - startedAt) * (1 / FORECASTING_SHARE - 1);
  }
}
