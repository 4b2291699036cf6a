import * as v from 'valibot';
import { whole } from '../../frame/answers/whole.ts';
import { only, queryInteger } from '../../frame/request/fields.ts';
import { windowEntries } from '../shared/chart-window.ts';

const pointsDefault = 600;
const pointsMax = 10_000;

export const seriesRequest = only({
  ...windowEntries,
  points: v.optional(queryInteger(pointsMax), String(pointsDefault)),
});

const wholes = v.array(whole);
const numbers = v.array(v.number());
const numbersIfAny = v.array(v.nullable(v.number()));

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
