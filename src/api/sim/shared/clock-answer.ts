// The state of the clock, as several operations answer it.

import * as v from 'valibot';
import type { Clock } from '../../../driver/world.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import { number, numberOrNull, orNull, string, stringOrNull, whole } from '../../frame/answers/shapes.ts';

export const modes = ['running', 'paused'] as const;

export const clockAnswer = v.object({
  now: string,
  nowMs: whole,
  mode: v.picklist(modes),
  speed: number,
  reachedSpeed: number,
  branch: whole,
  seq: whole,
  hash: string,
  advance: orNull(v.object({ from: string, to: stringOrNull, done: numberOrNull })),
});

export type ClockAnswer = v.InferOutput<typeof clockAnswer>;

export function reading(clock: Clock, timeline: Timeline): ClockAnswer {
  const { nowMs, mode, speed, reachedSpeed, branch, seq, hash, advance } = clock;
  return {
    now: timeline.iso(nowMs),
    nowMs,
    mode,
    speed,
    reachedSpeed,
    branch,
    seq,
    hash,
    advance: advance && {
      from: timeline.iso(advance.fromMs),
      to: timeline.isoOrNull(advance.toMs),
      done: advance.done,
    },
  };
}
