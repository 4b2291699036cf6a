// The totals of a subject as figures with names.

import type { TotalsAnswer } from '../../api/sim/answers.ts';
import { COST_UNIT, costNumber } from '../../looks/cost-text.ts';
import { number, span } from '../text/spans.ts';

export const KINDS = { workspaces: 'Workspaces', nodes: 'Nodes', clusters: 'Clusters' } as const;
export type Kind = keyof typeof KINDS;

export type Totals = Pick<
  TotalsAnswer,
  | 'gprs'
  | 'waits'
  | 'gpuHours'
  | 'upGpuHours'
  | 'utilization'
  | 'evictions'
  | 'requeues'
  | 'nodeFailures'
  | 'cost'
>;

interface Figure {
  readonly name: string;
  /** The member that sorts a list by this figure. */
  readonly by: string;
  readonly text: (totals: Totals) => string;
  readonly title?: string;
}

const FIGURES: readonly Figure[] = [
  {
    name: 'Queued',
    by: 'queued',
    text: ({ gprs }) => number(gprs.queued ?? 0),
    title: 'How many GPRs wait at the end of this time',
  },
  { name: 'Utilization', by: 'utilization', text: ({ utilization }) => percent(utilization) },
  {
    name: 'GPU hours',
    by: 'gpuHours',
    text: ({ gpuHours }) => number(gpuHours),
    title: 'The allocated GPU time, in hours',
  },
  { name: 'Started', by: 'started', text: ({ gprs }) => number(gprs.started), title: 'Also after requeues' },
  { name: 'Completed', by: 'completed', text: ({ gprs }) => number(gprs.completed) },
  { name: 'Timed out', by: 'timedOut', text: ({ gprs }) => number(gprs.timedOut) },
  { name: 'Failed', by: 'failed', text: ({ gprs }) => number(gprs.failed) },
  {
    name: 'Wait mean',
    by: 'waitMeanMs',
    text: ({ waits }) => wait(waits.meanMs),
    title: 'From the creation to the first start',
  },
  {
    name: 'Wait p50',
    by: 'waitP50Ms',
    text: ({ waits }) => wait(waits.p50Ms),
    title: 'Half of the waits are at most as long',
  },
  {
    name: 'Wait p95',
    by: 'waitP95Ms',
    text: ({ waits }) => wait(waits.p95Ms),
    title: '95 % of the waits are at most as long',
  },
  {
    name: 'Evicted',
    by: 'suffered',
    text: ({ evictions }) => number(evictions.suffered),
    title: 'How often a GPR was evicted here',
  },
  {
    name: 'Evictions for it',
    by: 'given',
    text: ({ evictions }) => number(evictions.given),
    title: 'How many GPRs were evicted for GPRs that started here',
  },
  { name: 'Requeues', by: 'requeues', text: ({ requeues }) => number(requeues) },
  { name: 'Node failures', by: 'nodeFailures', text: ({ nodeFailures }) => number(nodeFailures) },
  {
    name: `Cost, ${COST_UNIT}`,
    by: 'cost',
    text: ({ cost }) => costNumber(cost),
    title: 'In the unit of pricePerHour of the scenario',
  },
];

/** A figure that a kind of subjects cannot have. */
const LACKING: Readonly<Partial<Record<Kind, string>>> = { workspaces: 'utilization', nodes: 'queued' };

/** The figures that a kind of subjects can have. */
export function figuresOf(of: Kind): readonly Figure[] {
  return FIGURES.filter(({ by }) => by !== LACKING[of]);
}

function percent(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 1000) / 10} %`;
}

function wait(ms: number | null): string {
  return ms === null ? '–' : span(Math.round(ms));
}
