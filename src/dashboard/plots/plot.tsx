// One plot, drawn by uPlot. Its time axis is that of the Gantt chart, and so is the instant under the pointer.

import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { palette } from '../axis/palette.ts';
import { areaWidth, gutter, instantUnderPointer, presentMs, shown, startMs } from '../axis/shown.ts';
import { ticksOf } from '../axis/ticks.ts';
import { type Plot, type SeriesAnswer, summaryOf } from './plots.ts';
import { series } from './state.ts';

const TICK_ROOM = 84;
const AXIS = 22;
/** Half of a label of the time axis, CSS pixels. */
const LABEL_ROOM = 18;
const MINUTE = 60_000;
/** Between the lines of a scale of durations, ms. */
const WAIT_STEPS = [1, 2, 5, 10, 20, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 14_400].map(
  (count) => count * MINUTE,
);
const FONT = '11px system-ui, "Segoe UI", "DejaVu Sans", sans-serif';

export function PlotView({ plot }: { readonly plot: Plot }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => plotting(box.current!, plot), [plot]);
  return <div ref={box} class="plot-box" role="img" aria-label={labelOf(plot)} />;
}

function labelOf({ title, about, ...plot }: Plot): string {
  if (series.value === undefined) return title;
  const { fromMs, toMs } = shown.peek();
  const summary = summaryOf({ title, about, ...plot }, series.value.answer, fromMs, toMs);
  return `${title}, ${about}: ${summary === '' ? 'no values' : summary}`;
}

/** Draws a plot in an element until the returned function is called. */
function plotting(box: HTMLElement, plot: Plot): () => void {
  const drawn = uplotOf(box, plot);
  const resize = () => {
    const width = gutter.value + areaWidth.value;
    const height = box.clientHeight;
    if (height > 0 && width > 1 && (drawn.width !== width || drawn.height !== height))
      drawn.setSize({ width, height });
  };
  const observer = new ResizeObserver(resize);
  observer.observe(box);
  const ends = [
    effect(resize),
    effect(() => {
      if (series.value !== undefined) drawn.setData(dataOf(plot, series.value.answer), false);
    }),
    effect(() => {
      void series.value;
      const { fromMs, toMs } = shown.value;
      drawn.setScale('x', { min: fromMs, max: toMs });
    }),
    effect(() => {
      void palette.value;
      void startMs.value;
      void gutter.value;
      drawn.redraw(false, true);
    }),
    effect(() => {
      void shown.value;
      const { value: ms } = instantUnderPointer;
      drawn.setCursor({ left: ms === undefined ? -10 : drawn.valToPos(ms, 'x'), top: 1 }, false);
    }),
  ];
  return () => {
    observer.disconnect();
    for (const end of ends) end();
    drawn.destroy();
  };
}

function uplotOf(box: HTMLElement, plot: Plot): uPlot {
  const color = (name: 'quiet' | 'line' | 'accent') => () => palette.peek()[name];
  const axis: uPlot.Axis = {
    font: FONT,
    stroke: color('quiet'),
    grid: { stroke: color('line'), width: 1 },
    ticks: { show: false },
    gap: 4,
  };
  const paths = plot.form === 'bars' ? uPlot.paths.bars!({ align: 1, size: [1, 40], gap: 1 }) : steps;
  const fill = () => `${palette.peek().accent}38`;
  const main: uPlot.Series = { stroke: color('accent'), fill, width: 1.5, paths, points: { show: false } };
  const second: uPlot.Series = { stroke: color('quiet'), width: 1, paths: steps, points: { show: false } };
  const options: uPlot.Options = {
    width: 300,
    height: 120,
    ms: 1,
    padding: [6, 0, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: false, y: false, setScale: false },
      bind: { dblclick: () => null, mousedown: () => null, mouseup: () => null },
    },
    scales: {
      x: { time: false, auto: false },
      y: {
        range: (_plot, _least, most) => [
          0,
          Math.max(plot.least, (most ?? 0) * (plot.least === 1 ? 1 : 1.08)),
        ],
      },
    },
    axes: [
      {
        ...axis,
        size: AXIS,
        splits: (of) => ticks(of).map(({ atMs }) => atMs),
        values: labels,
      },
      {
        ...axis,
        size: () => gutter.peek(),
        space: 28,
        ...(plot.id === 'waits' && { incrs: WAIT_STEPS }),
        values: (_plot, values) => values.map(plot.text),
      },
    ],
    series: [{}, main, ...(plot.names === undefined ? [] : [second])],
    hooks: {
      setCursor: [
        (of) => {
          const { left, event } = of.cursor;
          if (event === undefined || event === null) return;
          instantUnderPointer.value = left === undefined || left! < 0 ? undefined : of.posToVal(left!, 'x');
        },
      ],
      draw: [drawNow],
    },
  };
  return new uPlot(options, [[], [], ...(plot.names === undefined ? [] : [[]])], box);
}

const steps: uPlot.Series.PathBuilder = (...of) => uPlot.paths.stepped!({ align: 1 })(...of);

function ticks({ scales, bbox }: uPlot) {
  const { min, max } = scales.x;
  const width = bbox.width / devicePixelRatio;
  return ticksOf({ fromMs: min ?? 0, toMs: max ?? 1 }, startMs.peek(), width / TICK_ROOM);
}

/** The labels of the ticks. A label that would go beyond the right edge is left out. */
function labels(of: uPlot): string[] {
  const { max } = of.scales.x;
  const { width } = of.bbox;
  return ticks(of).map(({ atMs, label }) => {
    const room = (of.valToPos(max ?? 0, 'x') - of.valToPos(atMs, 'x')) as number;
    return width > 0 && room < LABEL_ROOM ? '' : label;
  });
}

/** A line at the present, as in the Gantt chart. */
function drawNow(of: uPlot): void {
  const { ctx, bbox } = of;
  const x = of.valToPos(presentMs.peek(), 'x', true);
  if (x < bbox.left || x > bbox.left + bbox.width) return;
  ctx.fillStyle = palette.peek().accent;
  ctx.fillRect(Math.round(x), bbox.top, Math.max(1, devicePixelRatio), bbox.height);
}

/** Columns of instants and values. The last bin ends with its data: its value is repeated there. */
function dataOf(plot: Plot, answer: SeriesAnswer): uPlot.AlignedData {
  const { atMs, binMs, toMs } = answer;
  const columns = plot.columns(answer).map((column) => [...column]);
  if (atMs.length === 0 || plot.form === 'bars') return [[...atMs], ...columns] as uPlot.AlignedData;
  const endMs = Math.min(toMs, atMs[atMs.length - 1] + binMs);
  return [
    [...atMs, endMs],
    ...columns.map((column) => [...column, column[column.length - 1]]),
  ] as uPlot.AlignedData;
}
