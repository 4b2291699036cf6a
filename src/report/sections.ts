// The pictures of one run, or of one run for each variant of a comparison, on the same axes.

import { span } from '../looks/span.ts';
import type { Pictures, WaitCurve } from '../studies/pictures.ts';
import type { Steps } from '../studies/steps.ts';
import { counted } from '../wire/text/counted.ts';
import type { Timeline } from '../wire/time/timestamps.ts';
import { countTicks, shareTicks, type TimeAxis } from './charts/axes.ts';
import { ganttColumns, ganttOf, ROWS_MAX, workspacesOf } from './charts/gantt-chart.ts';
import { type Strip, stripsOf } from './charts/strips.ts';
import { waitCurves } from './charts/wait-curves.ts';
import { NONE } from './figures-table.ts';
import { colorClass, legendOf } from './page/color-classes.ts';
import { escaped, figureOf } from './page/html.ts';
import { type Columns, packedDetails, pieceOf, Texts } from './page/packed.ts';

export interface Shown {
  /** Of the variant; '' in a report of one run. */
  readonly name: string;
  readonly pictures: Pictures;
}

export function axisOf(shown: readonly Shown[], timeline: Timeline): TimeAxis {
  return {
    fromMs: Math.min(...shown.map(({ pictures }) => pictures.fromMs)),
    toMs: Math.max(...shown.map(({ pictures }) => pictures.toMs)),
    timeline,
  };
}

/** By column: its head, its digits after the point, and its values in a picture. */
type Values = readonly (readonly [
  head: string,
  digits: number,
  of: (pictures: Pictures) => readonly (number | null)[],
])[];

/** Columns of CSV; with several runs, the first one is the variant. */
function columnsOf(
  shown: readonly Shown[],
  values: Values,
  instants: ((pictures: Pictures) => readonly number[]) | undefined,
): Columns {
  const [, , first] = values[0];
  const variants = shown.flatMap(({ name, pictures }) => first(pictures).map(() => pieceOf(name)));
  return [
    ...(shown.length > 1 ? [{ head: 'variant', texts: variants }] : []),
    ...(instants === undefined
      ? []
      : [{ head: 'at', instants: shown.flatMap(({ pictures }) => instants(pictures)) }]),
    ...values.map(([head, digits, of]) => ({
      head,
      digits,
      numbers: shown.flatMap(({ pictures }) => of(pictures)),
    })),
  ];
}

type Curve = 'series' | 'bars';

function strip(
  { name, pictures }: Shown,
  of: Curve,
  values: Strip['values'],
  behind?: readonly number[],
): Strip {
  const { atMs, binMs } = pictures[of];
  return { name, atMs, binMs, endMs: pictures.toMs, values, ...(behind === undefined ? {} : { behind }) };
}

/** The instants of bins, ms since 1970. */
const binsOf =
  ({ timeline }: TimeAxis, of: Curve) =>
  (pictures: Pictures) =>
    pictures[of].atMs.map((ms) => timeline.epochMs(ms));

const meanOver = (shown: readonly Shown[], of: Curve) => `over ${span(shown[0].pictures[of].binMs)}`;

export function utilizationSection(shown: readonly Shown[], axis: TimeAxis): string {
  return figureOf({
    id: 'utilization',
    title: 'Utilization',
    caption: `Share of the GPUs of nodes that are up that are allocated. Each step is a mean ${meanOver(shown, 'series')}.`,
    picture: stripsOf({
      label: 'Utilization over time',
      axis,
      strips: shown.map((one) => strip(one, 'series', one.pictures.series.utilization)),
      ticks: shareTicks(4),
      as: 'area',
    }),
    csv: columnsOf(
      shown,
      [
        ['utilization', 6, ({ series }) => series.utilization],
        ['allocatedGpus', 3, ({ series }) => series.allocatedGpus],
        ['upGpus', 3, ({ series }) => series.upGpus],
      ],
      binsOf(axis, 'series'),
    ),
  });
}

export function queueSection(shown: readonly Shown[], axis: TimeAxis): string {
  const max = Math.max(0, ...shown.flatMap(({ pictures }) => pictures.series.queuedMax));
  return figureOf({
    id: 'queue',
    title: 'Length of the queue',
    caption: `Number of Queued GPRs. The line is a mean ${meanOver(shown, 'series')}, the area the highest number in this time.`,
    picture: stripsOf({
      label: 'Number of Queued GPRs over time',
      axis,
      strips: shown.map((one) =>
        strip(one, 'series', one.pictures.series.queued, one.pictures.series.queuedMax),
      ),
      ticks: countTicks(max, 5),
      as: 'curve',
    }),
    csv: columnsOf(
      shown,
      [
        ['queued', 3, ({ series }) => series.queued],
        ['queuedMax', 0, ({ series }) => series.queuedMax],
      ],
      binsOf(axis, 'series'),
    ),
  });
}

export function evictionsSection(shown: readonly Shown[], axis: TimeAxis): string {
  const max = Math.max(0, ...shown.flatMap(({ pictures }) => pictures.bars.evictions));
  const caption =
    max === 0
      ? 'No GPR was evicted.'
      : `Number of evictions; each bar is ${span(shown[0].pictures.bars.binMs)}.`;
  const picture = stripsOf({
    label: 'Evictions over time',
    axis,
    strips: shown.map((one) => strip(one, 'bars', one.pictures.bars.evictions)),
    ticks: countTicks(max, 4),
    as: 'bars',
  });
  return figureOf({
    id: 'evictions',
    title: 'Evictions',
    caption,
    picture: max === 0 ? '' : picture,
    csv: columnsOf(shown, [['evictions', 0, ({ bars }) => bars.evictions]], binsOf(axis, 'bars')),
  });
}

export function waitsSection(shown: readonly Shown[]): string {
  const curves = shown.map(({ name, pictures }) => ({ name, waits: pictures.waits }));
  const lead = 'Share of the GPRs with at most this wait, of those that started.';
  const texts = curves.map(({ name, waits }) => `${name === '' ? '' : `${name}: `}${percentilesOf(waits)}`);
  const items = texts.map(
    (text, i) => `<li><span class="swatch ${colorClass(i)}"></span>${escaped(text)}</li>`,
  );
  const legend =
    curves.length === 1 ? `<p>${escaped(texts[0])}</p>` : `<ul class="legend">${items.join('')}</ul>`;
  return figureOf({
    id: 'waits',
    title: 'Distribution of waits',
    caption: `${lead} The axis of waits is logarithmic.`,
    picture: legend + (curves.some(({ waits }) => waits.count > 0) ? waitCurves(curves) : ''),
    csv: columnsOf(
      shown,
      [
        ['waitMs', 0, ({ waits }) => waits.waitMs],
        ['share', 6, ({ waits }) => waits.share],
      ],
      undefined,
    ),
  });
}

function percentilesOf({ count, p50Ms, p95Ms }: WaitCurve): string {
  const text = (ms: number | null) => (ms === null ? NONE : span(ms));
  return `${counted(count, 'GPR')}, p50 ${text(p50Ms)}, p95 ${text(p95Ms)}`;
}

/** A step draws the chart of a run. */
export function* ganttSection(shown: readonly Shown[], axis: TimeAxis): Steps<string> {
  const texts = new Texts();
  const charts: string[] = [];
  for (const { name, pictures } of shown) {
    const { gantt, toMs: endMs } = pictures;
    const title = name === '' ? '' : `<h3>${escaped(name)}</h3>`;
    const leftOut = gantt.rowsTotal - Math.min(gantt.rows.length, ROWS_MAX);
    const note = leftOut === 0 ? '' : `<p class="quiet">${counted(leftOut, 'further node')} left out.</p>`;
    const label = `Gantt chart of the nodes${name === '' ? '' : `, ${name}`}`;
    const details = packedDetails(ganttColumns({ axis, gantt }), texts);
    charts.push(
      `<div class="chart">${title}${ganttOf({ label, axis, gantt, endMs })}${note}${details}</div>`,
    );
    yield;
  }
  const signs = [
    ['evicted', 'ended by an eviction'],
    ['merged', 'several short attempts'],
    ['down', 'node is down'],
  ].map(([kind, text]) => `<li><span class="swatch ${kind}"></span>${text}</li>`);
  return `<section id="gantt">
<h2>GPUs of the nodes</h2>
<p class="quiet">A bar is an attempt of a GPR with its GPUs of a node, in the color of its workspace.</p>
${legendOf(workspacesOf(shown.map(({ pictures }) => pictures.gantt)))}
<ul class="legend">${signs.join('')}</ul>
${charts.join('\n')}
${texts.html()}</section>`;
}
