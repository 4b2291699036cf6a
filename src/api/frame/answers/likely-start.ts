// When a GPR will likely start, as answers have it.

import * as v from 'valibot';
import { COPIED_MAX, EVENTS_MAX, type Likely, type TooManyFutures } from '../../../../sim/index.ts';
import { samplesMin } from '../../../wire/bounds.ts';
import { counted } from '../../../wire/text/counted.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import { Failure } from '../errors/failure.ts';
import { number, stringOrNull } from './shapes.ts';

export const likelyStart = v.object({
  p10: stringOrNull,
  p50: stringOrNull,
  p90: stringOrNull,
  within: number,
});

export function likelyStartOf({ p10, p50, p90, within }: Likely, timeline: Timeline) {
  const [low, middle, high] = [p10, p50, p90].map((ms) => timeline.isoOrNull(ms));
  return { p10: low, p50: middle, p90: high, within };
}

export function tooManyFutures({ gprs, done }: TooManyFutures): Failure {
  const remedy =
    done < samplesMin
      ? `at least ${samplesMin} are drawn, so this world is too busy for futures`
      : 'ask for fewer samples';
  const why =
    gprs > COPIED_MAX
      ? `the world has ${counted(gprs, 'GPR')} in memory, and futures are drawn for at most ${COPIED_MAX}`
      : `${EVENTS_MAX} events, the most that one answer may have, are enough for only ${counted(done, 'future')}; ${remedy}`;
  return new Failure('too-many-futures', { why });
}
