// What the Gantt chart shows: its data, rows and scene.

import { batch, computed, signal } from '@preact/signals';
import { areaWidth, gutter, presentMs, shown } from '../axis/shown.ts';
import { suffices, type TimeWindow, widened } from '../axis/window.ts';
import { read } from '../session/call.ts';
import { coloring, colorOf, NEUTRAL } from '../text/colors.ts';
import type { GanttAnswer } from './answer.ts';
import { Bars, Kind } from './bars.ts';
import { barAt, NONE } from './find.ts';
import { AXIS } from './paint.ts';
import { Rows } from './rows.ts';
import type { Scene } from './scene.ts';

const PIXELS_MAX = 8192;

export interface Chart {
  readonly answer: GanttAnswer;
  readonly bars: Bars;
  readonly of: TimeWindow;
}

export const rowsBy = signal<'nodes' | 'workspaces'>('nodes');
export const cluster = signal('');
export const chart = signal<Chart | undefined>(undefined);

/** Size of the view in CSS pixels, without a scroll bar, and device pixels of a CSS pixel. */
export const size = signal({ width: 0, height: 0, ratio: 1 });
export const scrolled = signal(0);
/** The point of the pointer within the area of the bars, CSS pixels. */
export const pointer = signal<{ readonly x: number; readonly y: number } | undefined>(undefined);
/** The bar selected with the keys. Its index changes with every reading. */
export const selection = signal<
  | {
      readonly row: string | null;
      readonly lane: number;
      readonly fromMs: number;
      readonly isPlanned: boolean;
    }
  | undefined
>(undefined);

export const rows = computed(
  () => new Rows(chart.value?.answer.rows.map(({ lanes }) => lanes) ?? [], size.value.height - AXIS),
);

/** GPR → color. */
export const colors = computed(() => {
  void coloring.value;
  return chart.value?.answer.gprs.map((gpr) => (gpr.workspace === null ? NEUTRAL : colorOf(gpr))) ?? [];
});

export const scene = computed<Scene | undefined>(() => {
  if (chart.value === undefined || size.value.width === 0) return undefined;
  const height = size.value.height - AXIS;
  return {
    bars: chart.value.bars,
    rows: rows.value,
    window: shown.value,
    nowMs: Math.max(presentMs.value, chart.value.answer.nowMs),
    readMs: chart.value.answer.nowMs,
    width: areaWidth.value,
    height,
    scrolled: Math.min(scrolled.value, Math.max(0, rows.value.height - height)),
    ratio: size.value.ratio,
  };
});

/** The bar under the pointer. */
export const hovered = computed(() => {
  const { value: point } = pointer;
  return scene.value === undefined || point === undefined ? NONE : barAt(scene.value, point.x, point.y);
});

export const selected = computed(() => {
  const { value: wanted } = selection;
  if (chart.value === undefined || wanted === undefined) return NONE;
  const { answer, bars } = chart.value;
  const row = answer.rows.findIndex(({ name }) => name === wanted.row);
  if (row < 0) return NONE;
  const end = bars.firstOfRow[row + 1];
  for (let bar = bars.firstStartingFrom(row, wanted.fromMs); bar < end; bar++) {
    if (bars.fromMs[bar] > wanted.fromMs) break;
    const isPlanned = bars.kind[bar] === Kind.planned;
    if (bars.lane[bar] === wanted.lane && isPlanned === wanted.isPlanned) return bar;
  }
  return NONE;
});

export function select(bar: number): void {
  if (chart.value === undefined || bar === NONE) selection.value = undefined;
  else {
    const { answer, bars } = chart.value;
    selection.value = {
      row: answer.rows[bars.row[bar]].name,
      lane: bars.lane[bar],
      fromMs: bars.fromMs[bar],
      isPlanned: bars.kind[bar] === Kind.planned,
    };
  }
}

let isReading = false;
let isAsked = false;

/** Reads the bars of the shown window; if a reading is under way, once more after it. */
export async function readChart(): Promise<void> {
  isAsked = true;
  if (isReading) return;
  isReading = true;
  try {
    while (isAsked) {
      isAsked = false;
      await readOnce();
    }
  } finally {
    isReading = false;
  }
}

async function readOnce(): Promise<void> {
  const of = widened(shown.peek());
  const { fromMs, toMs } = shown.peek();
  const { width, ratio } = size.peek();
  const share = (of.toMs - of.fromMs) / (toMs - fromMs);
  const pixels = Math.min(PIXELS_MAX, Math.max(100, Math.round((width - gutter.peek()) * ratio * share)));
  const by = { rows: rowsBy.peek(), cluster: cluster.peek() };
  const answer = await read<GanttAnswer>('sim/gantt', { from: of.fromMs, to: of.toMs, pixels, ...by });
  if (by.rows !== rowsBy.peek() || by.cluster !== cluster.peek()) return;
  batch(() => {
    chart.value = { answer, bars: new Bars(answer.bars, answer.rows.length), of };
  });
}

/** Whether the shown window needs another reading. */
export const needsReading = computed(
  () => size.value.width > 0 && chart.value !== undefined && !suffices(chart.value.of, shown.value),
);
