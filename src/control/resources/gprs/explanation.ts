// The explanation of a GPR in its wire form.

import type { Explained } from '../../../driver/world.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import type { ExplanationAnswer } from './schema.ts';

/** @param startMs the estimated start, null if none is foreseen */
export function explanationAnswer(
  { atMs: _, history, victims, ...rest }: Explained,
  startMs: number | null,
  timeline: Timeline,
): ExplanationAnswer {
  const dated = <T extends { readonly atMs: number }>({ atMs, ...happened }: T) => ({
    at: timeline.iso(atMs),
    ...happened,
  });
  return {
    ...rest,
    estimatedStartTime: timeline.isoOrEmpty(startMs),
    history: history.map(dated),
    victims: victims && { ...victims, latest: victims.latest.map(dated) },
  };
}
