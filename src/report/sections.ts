// The pictures of one run, or of one run for each variant of a comparison, on the same axes.

import { span } from '../looks/span.ts';
import type { Pictures, WaitCurve } from '../studies/pictures.ts';
import { counted } from '../wire/text/counted.ts';
import { csvLine } from '../wire/text/csv.ts';
import type { Timeline } from '../wire/time/timestamps.ts';
import { countTicks, shareTicks, type TimeAxis } from './charts/axes.ts';
import { GANTT_COLUMNS, ganttLines, ganttOf, ROWS_MAX, workspacesOf } from './charts/gantt-chart.ts';
import { type Strip, stripsOf } from './charts/strips.ts';
import { waitCurves } from './charts/wait-curves.ts';
import { NONE } from './figures-table.ts';
import { colorClass, legendOf } from './page/color-classes.ts';
import { detailsOf, escaped, figureOf } from './page/html.ts';

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

/** Lines of CSV; with several runs, each line begins with the name of its variant. */
export function csvOf(
  shown: readonly Shown[],
  columns: readonly string[],
  linesOf: (pictures: Pictures) => readonly (readonly unknown[])[],
): string[] {
  const isMany = shown.length > 1;
  const lines = shown.flatMap(({ name, pictures }) =>
    linesOf(pictures).map((line) => csvLine(isMany ? [name, ...line] : line)),
  );
  return [csvLine(isMany ? ['variant', ...columns] : columns), ...lines];
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

/** Lines of the values of bins, each with its instant. */
function binLines(axis: TimeAxis, atMs: readonly number[], ...columns: readonly (readonly unknown[])[]) {
  return atMs.map((ms, bin) => [axis.timeline.iso(ms), ...columns.map((column) => column[bin])]);
}

const meanOver = (shown: readonly Shown[], of: Curve) => `over ${span(shown[0].pictures[of].binMs)}`;

export function utilizationSection(shown: readonly Shown[], axis: TimeAxis): string {
  return figureOf({
    id: 'utilization',
    title: 'Utilization',
    caption: `Share of the GPUs of nodes that are up that GPRs hold. Each step is a mean ${meanOver(shown, 'series')}.`,
    picture: stripsOf({
      label: 'Utilization over time',
      axis,
      strips: shown.map((one) => strip(one, 'series', one.pictures.series.utilization)),
      ticks: shareTicks(4),
      as: 'area',
    }),
    csv: csvOf(shown, ['at', 'utilization', 'allocatedGpus', 'upGpus'], ({ series }) =>
      binLines(axis, series.atMs, series.utilization, series.allocatedGpus, series.upGpus),
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
    csv: csvOf(shown, ['at', 'queued', 'queuedMax'], ({ series }) =>
      binLines(axis, series.atMs, series.queued, series.queuedMax),
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
    csv: csvOf(shown, ['at', 'evictions'], ({ bars }) => binLines(axis, bars.atMs, bars.evictions)),
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
    csv: csvOf(shown, ['waitMs', 'share'], ({ waits }) => waits.waitMs.map((ms, i) => [ms, waits.share[i]])),
  });
}

function percentilesOf({ count, p50Ms, p95Ms }: WaitCurve): string {
  const text = (ms: number | null) => (ms === null ? NONE : span(ms));
  return `${counted(count, 'GPR')}, p50 ${text(p50Ms)}, p95 ${text(p95Ms)}`;
}

export function ganttSection(shown: readonly Shown[], axis: TimeAxis): string {
  const charts = shown.map(({ name, pictures }) => {
    const { gantt, toMs: endMs } = pictures;
    const title = name === '' ? '' : `<h3>${escaped(name)}</h3>`;
    const leftOut = gantt.rowsTotal - Math.min(gantt.rows.length, ROWS_MAX);
    const note = leftOut === 0 ? '' : `<p class="quiet">${counted(leftOut, 'further node')} left out.</p>`;
    const label = `Gantt chart of the nodes${name === '' ? '' : `, ${name}`}`;
    const csv = [GANTT_COLUMNS, ...ganttLines({ axis, gantt })].map(csvLine);
    return `<div class="chart">${title}${ganttOf({ label, axis, gantt, endMs })}${note}${detailsOf(csv)}</div>`;
  });
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
</section>`;
}
