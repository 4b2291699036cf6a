// The pictures of curves and bars over time.

import { span } from '../../looks/span.ts';
import type { Pictures } from '../../studies/pictures.ts';
import { inUnit, type Unit } from '../../wire/text/unit.ts';
import { countTicks, shareTicks, type TimeAxis } from '../charts/axes.ts';
import { type Strip, stripsOf } from '../charts/strips.ts';
import { figureOf } from '../page/html.ts';
import { columnsOf, type ShownRun } from './shown-runs.ts';

type Curve = 'series' | 'bars';

function strip(
  { name, pictures }: ShownRun,
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

const meanOver = (shown: readonly ShownRun[], of: Curve) => `over ${span(shown[0].pictures[of].binMs)}`;

export function utilizationSection(shown: readonly ShownRun[], axis: TimeAxis, unit: Unit): string {
  return figureOf({
    id: 'utilization',
    title: 'Utilization',
    caption: `${inUnit('Share of the GPUs of nodes that are up that are allocated', unit)}. Each step is a mean ${meanOver(shown, 'series')}.`,
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

export function queueSection(shown: readonly ShownRun[], axis: TimeAxis): string {
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

export function evictionsSection(shown: readonly ShownRun[], axis: TimeAxis): string {
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
