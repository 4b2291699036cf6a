import type * as v from 'valibot';
import { TOTALS_ORDERS, TOTALS_PERCENTILES } from '../../../../sim/index.ts';
import {
  list,
  number,
  numberOrNull,
  string,
  stringOrNull,
  titled,
  whole,
  wholeOrNull,
} from '../../frame/answers/shapes.ts';
import { choice, only, optionalText, pageEntries, sortedBy } from '../../frame/request/fields.ts';
import { windowEntries } from '../shared/chart-window.ts';

export const getTotalsRequest = only({
  ...windowEntries,
  node: optionalText(),
  workspace: optionalText(),
});

const kinds = ['clusters', 'nodes', 'workspaces'] as const;

export const listTotalsRequest = only({
  ...windowEntries,
  of: choice(kinds),
  sort: sortedBy(TOTALS_ORDERS),
  ...pageEntries(1000, 100),
});

const percentiles = Object.fromEntries(
  TOTALS_PERCENTILES.map((which) => [`p${which}Ms`, wholeOrNull]),
) as Record<`p${(typeof TOTALS_PERCENTILES)[number]}Ms`, typeof wholeOrNull>;

const totals = {
  gprs: titled('TotalsGprs', {
    created: wholeOrNull,
    started: whole,
    completed: whole,
    timedOut: whole,
    failed: whole,
    removed: wholeOrNull,
    queued: wholeOrNull,
  }),
  waits: titled('TotalsWaits', {
    count: whole,
    meanMs: numberOrNull,
    ...percentiles,
    maxMs: wholeOrNull,
  }),
  gpuHours: number,
  upGpuHours: numberOrNull,
  utilization: numberOrNull,
  evictions: titled('TotalsEvictions', { suffered: whole, given: whole }),
  requeues: whole,
  nodeFailures: whole,
  cost: number,
};

const range = { branch: whole, seq: whole, nowMs: whole, fromMs: whole, toMs: whole };

export const getTotalsAnswer = titled('Totals', { ...range, ...totals });

export const listTotalsAnswer = titled('TotalsList', {
  ...range,
  total: whole,
  rows: list(titled('TotalsRow', { name: string, cluster: stringOrNull, ...totals })),
});

export type TotalsAnswer = v.InferOutput<typeof getTotalsAnswer>;
export type TotalsListAnswer = v.InferOutput<typeof listTotalsAnswer>;
