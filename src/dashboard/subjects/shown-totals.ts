// The totals of a subject as figures with names.

import type { TotalsAnswer } from '../../api/sim/answers.ts';
import { COST_UNIT, costNumber } from '../../looks/cost-text.ts';
import { csvText } from '../text/csv.ts';
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
  /** null = there is none. */
  readonly value: (totals: Totals) => number | null;
  readonly text?: (value: number) => string;
  /** Those of several subjects do not add up. */
  readonly isNoPart?: true;
  readonly title?: string;
}

const FIGURES: readonly Figure[] = [
  {
    name: 'Queued',
    by: 'queued',
    value: ({ gprs }) => gprs.queued ?? 0,
    title: 'How many GPRs wait at the end of this time',
  },
  {
    name: 'Utilization',
    by: 'utilization',
    value: ({ utilization }) => utilization,
    text: percent,
    isNoPart: true,
  },
  {
    name: 'GPU hours',
    by: 'gpuHours',
    value: ({ gpuHours }) => gpuHours,
    title: 'The allocated GPU time, in hours',
  },
  { name: 'Started', by: 'started', value: ({ gprs }) => gprs.started, title: 'Also after requeues' },
  { name: 'Completed', by: 'completed', value: ({ gprs }) => gprs.completed },
  { name: 'Timed out', by: 'timedOut', value: ({ gprs }) => gprs.timedOut },
  { name: 'Failed', by: 'failed', value: ({ gprs }) => gprs.failed },
  {
    name: 'Wait mean',
    by: 'waitMeanMs',
    value: ({ waits }) => waits.meanMs,
    text: wait,
    isNoPart: true,
    title: 'From the creation to the first start',
  },
  {
    name: 'Wait p50',
    by: 'waitP50Ms',
    value: ({ waits }) => waits.p50Ms,
    text: wait,
    isNoPart: true,
    title: 'Half of the waits are at most as long',
  },
  {
    name: 'Wait p95',
    by: 'waitP95Ms',
    value: ({ waits }) => waits.p95Ms,
    text: wait,
    isNoPart: true,
    title: '95 % of the waits are at most as long',
  },
  {
    name: 'Evicted',
    by: 'suffered',
    value: ({ evictions }) => evictions.suffered,
    title: 'How often a GPR was evicted here',
  },
  {
    name: 'Evictions for it',
    by: 'given',
    value: ({ evictions }) => evictions.given,
    title: 'How many GPRs were evicted for GPRs that started here',
  },
  { name: 'Requeues', by: 'requeues', value: ({ requeues }) => requeues },
  { name: 'Node failures', by: 'nodeFailures', value: ({ nodeFailures }) => nodeFailures, isNoPart: true },
  {
    name: `Cost, ${COST_UNIT}`,
    by: 'cost',
    value: ({ cost }) => cost,
    text: costNumber,
    title: 'In the unit of pricePerHour of the scenario',
  },
];

/** A figure that a kind of subjects cannot have. */
const LACKING: Readonly<Partial<Record<Kind, string>>> = { workspaces: 'utilization', nodes: 'queued' };

/** The figures that a kind of subjects can have. */
export function figuresOf(of: Kind): readonly Figure[] {
  return FIGURES.filter(({ by }) => by !== LACKING[of]);
}

export function textOf({ value, text = number }: Figure, totals: Totals): string {
  const known = value(totals);
  return known === null ? '–' : text(known);
}

/** Which part of the figure of all subjects together is that of one, 0 … 1; undefined: it is no part, or there is nothing. */
export function shareOf(
  { value, isNoPart }: Figure,
  one: Totals,
  all: Totals | undefined,
): number | undefined {
  const whole = all && value(all);
  return isNoPart || !whole ? undefined : (value(one) ?? 0) / whole;
}

type Row = Totals & { readonly name: string; readonly cluster: string | null };

/** Spans are milliseconds, shares 0 … 1. */
export function csvOf(of: Kind, rows: readonly Row[]): string {
  const figures = figuresOf(of);
  return csvText([
    ['name', 'cluster', ...figures.map(({ by }) => by)],
    ...rows.map((row) => [
      row.name,
      row.cluster ?? '',
      ...figures.map(({ value }) => String(value(row) ?? '')),
    ]),
  ]);
}

export function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

function wait(ms: number): string {
  return span(Math.round(ms));
}
