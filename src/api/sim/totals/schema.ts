import * as v from 'valibot';
import { TOTALS_ORDERS } from '../../../../sim/index.ts';
import { whole } from '../../frame/answers/whole.ts';
import { must } from '../../frame/errors/problems.ts';
import { only, optionalText, pageEntries, sortedBy } from '../../frame/request/fields.ts';
import { windowEntries } from '../shared/chart-window.ts';

export const getTotalsRequest = only({
  ...windowEntries,
  node: optionalText(),
  workspace: optionalText(),
});

const kinds = ['clusters', 'nodes', 'workspaces'] as const;

export const listTotalsRequest = only({
  ...windowEntries,
  of: v.picklist(kinds, must(`one of ${kinds.join(', ')}`)),
  sort: sortedBy(TOTALS_ORDERS),
  ...pageEntries(1000, 100),
});

const wholeIfAny = v.nullable(whole);

const totals = {
  gprs: v.pipe(
    v.object({
      created: wholeIfAny,
      started: whole,
      completed: whole,
      timedOut: whole,
      failed: whole,
      removed: wholeIfAny,
      queued: wholeIfAny,
    }),
    v.title('TotalsGprs'),
  ),
  waits: v.pipe(
    v.object({
      count: whole,
      meanMs: v.nullable(v.number()),
      p50Ms: wholeIfAny,
      p95Ms: wholeIfAny,
      maxMs: wholeIfAny,
    }),
    v.title('TotalsWaits'),
  ),
  gpuHours: v.number(),
  upGpuHours: v.nullable(v.number()),
  utilization: v.nullable(v.number()),
  evictions: v.pipe(v.object({ suffered: whole, given: whole }), v.title('TotalsEvictions')),
  requeues: whole,
  nodeFailures: whole,
  cost: v.number(),
};

const range = { branch: whole, seq: whole, nowMs: whole, fromMs: whole, toMs: whole };

export const getTotalsAnswer = v.pipe(v.object({ ...range, ...totals }), v.title('Totals'));

export const listTotalsAnswer = v.pipe(
  v.object({
    ...range,
    total: whole,
    rows: v.array(
      v.pipe(
        v.object({ name: v.string(), cluster: v.nullable(v.string()), ...totals }),
        v.title('TotalsRow'),
      ),
    ),
  }),
  v.title('TotalsList'),
);

export type TotalsAnswer = v.InferOutput<typeof getTotalsAnswer>;
export type TotalsListAnswer = v.InferOutput<typeof listTotalsAnswer>;
