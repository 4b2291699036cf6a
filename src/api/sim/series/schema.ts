import * as v from 'valibot';
import { list, number, numberOrNull, whole, wholes } from '../../frame/answers/shapes.ts';
import { only, optionalInteger } from '../../frame/request/fields.ts';
import { windowEntries } from '../shared/chart-window.ts';

const pointsDefault = 600;
const pointsMax = 10_000;

export const seriesRequest = only({
  ...windowEntries,
  points: optionalInteger(pointsMax, pointsDefault),
});

const numbers = list(number);
const numbersIfAny = list(numberOrNull);

export const seriesAnswer = v.object({
  branch: whole,
  seq: whole,
  nowMs: whole,
  fromMs: whole,
  toMs: whole,
  binMs: whole,
  atMs: wholes,
  allocatedGpus: numbers,
  upGpus: numbers,
  utilization: numbersIfAny,
  queued: numbers,
  queuedMax: wholes,
  provisioned: numbers,
  blockedGpus: numbers,
  fragmentation: numbersIfAny,
  evictions: wholes,
  started: wholes,
  ended: wholes,
  waitMsMean: numbersIfAny,
});
