// When queued GPRs will likely start. Futures take the server long, so they are read less often than the rest of the page.

import { computed } from '@preact/signals';
import type { ForecastAnswer, WorldState } from '../../api/sim/answers.ts';
import { ESTIMATED_AT_ONCE_MAX } from '../../api/sim/shared/estimated.ts';
import { Calm } from '../live/calm.ts';
import { OfBranch } from '../live/of-branch.ts';
import { readInstant } from '../session/read-instant.ts';
import { readApart } from '../session/server-call.ts';
import type { Likely } from './likely-range.ts';

const SAMPLES = 50;
/** At most this share of the time is spent on forecasts. */
const FORECASTING_SHARE = 1 / 8;
/** Ranges that change more often cannot be read. */
const FORECAST_EACH_MS = 5_000;

const known = new OfBranch<ForecastAnswer & { readonly of: string | undefined }>();
const calm = new Calm({ share: FORECASTING_SHARE, pauseMs: FORECAST_EACH_MS });

/** The latest forecast: the GPR → its likely start. */
export const likelyStarts = computed(() => {
  const { value: forecast } = known.shown;
  if (forecast === undefined || forecast.of !== readInstant.value) return new Map<string, Likely>();
  const { now, samples } = forecast;
  return new Map(forecast.gprs.map((likely) => [likely.gprId, { ...likely, now, samples }]));
});

/** Reads the forecast, unless it is known, or the last one suffices. */
export async function readLikelyStarts({ counts }: WorldState): Promise<void> {
  if (counts.Queued === 0 || counts.Queued > ESTIMATED_AT_ONCE_MAX) return;
  const { value: at } = readInstant;
  await calm.read(String(at), async () => {
    try {
      const forecast = await readApart<ForecastAnswer>('sim/forecast', { samples: SAMPLES });
      known.take(forecast.branch, { ...forecast, of: at });
    } catch {
      // Too many futures, or the next reading of the page fails, too.
    }
    return true;
  });
}
