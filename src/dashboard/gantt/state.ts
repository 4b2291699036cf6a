// What the Gantt chart shows: its data, rows and scene.

import { batch, computed, signal } from '@preact/signals';
import { oneAtATime } from '../axis/latest.ts';
import { areaWidth, gutter, presentMs, shown } from '../axis/shown.ts';
import { suffices, type TimeWindow, widened } from '../axis/window.ts';
import { clusterChoice } from '../live/live.ts';
import { read } from '../session/call.ts';
import { coloring, colorOf, NEUTRAL } from '../text/colors.ts';
import type { GanttAnswer } from './answer.ts';
import { Bars, Kind } from './bars.ts';
import { barAt, NONE } from './find.ts';
import { AXIS } from './paint.ts';
import { coversView, type InView, rowsToRead } from './part.ts';
import { type Part, Rows } from './rows.ts';
import type { Scene } from './scene.ts';

const PIXELS_MAX = 8192;

export interface Chart {
  readonly answer: GanttAnswer;
  readonly bars: Bars;
  readonly of: TimeWindow;
  /** Which rows the answer has; undefined = all. */
  readonly part: Part | undefined;
  readonly by: Choice;
}

/** What the user chose to see. */
interface Choice {
  readonly rows: 'nodes' | 'workspaces';
  readonly cluster: string;
}

export const rowsBy = signal<Choice['rows']>('nodes');
export const cluster = clusterChoice();
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
      /** Number of the row: rows of other workspaces have no names. */
      readonly number: number;
      readonly lane: number;
      readonly fromMs: number;
      readonly isPlanned: boolean;
    }
  | undefined
>(undefined);

export const rows = computed(
  () =>
    new Rows(
      chart.value?.answer.rows.map(({ lanes }) => lanes) ?? [],
      size.value.height - AXIS,
      chart.value?.part,
    ),
);

/** GPR → color. */
export const colors = computed(() => {
  void coloring.value;
  return chart.value?.answer.gprs.map((gpr) => (gpr.workspace === null ? NEUTRAL : colorOf(gpr))) ?? [];
});

/** Height of the area of the bars, and how far its rows are scrolled up, CSS pixels. */
const inView = computed<InView>(() => {
  const height = size.value.height - AXIS;
  return { height, scrolled: Math.min(scrolled.value, Math.max(0, rows.value.height - height)) };
});

export const scene = computed<Scene | undefined>(() => {
  if (chart.value === undefined || size.value.width === 0) return undefined;
  return {
    bars: chart.value.bars,
    rows: rows.value,
    window: shown.value,
    nowMs: chart.value.answer.nowMs,
    shownMs: presentMs.value,
    read: chart.value.of,
    width: areaWidth.value,
    ...inView.value,
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
  const offset = chart.value.part?.offset ?? 0;
  const row =
    wanted.row === null ? wanted.number - offset : answer.rows.findIndex(({ name }) => name === wanted.row);
  if (row < 0 || row >= answer.rows.length) return NONE;
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
      number: bars.row[bar] + (chart.value.part?.offset ?? 0),
      lane: bars.lane[bar],
      fromMs: bars.fromMs[bar],
      isPlanned: bars.kind[bar] === Kind.planned,
    };
  }
}

/** Reads the bars of the shown window. */
export const readChart = oneAtATime(readOnce);

async function readOnce(): Promise<void> {
  const of = widened(shown.peek());
  const { fromMs, toMs } = shown.peek();
  const { width, ratio } = size.peek();
  const share = (of.toMs - of.fromMs) / (toMs - fromMs);
  const pixels = Math.min(PIXELS_MAX, Math.max(100, Math.round((width - gutter.peek()) * ratio * share)));
  const by: Choice = { rows: rowsBy.peek(), cluster: cluster.peek() };
  const known = chart.peek();
  const total = known !== undefined && isSame(known.by, by) ? known.answer.rowsTotal : 0;
  const range = rowsToRead(inView.peek(), total);
  const asked = { from: of.fromMs, to: of.toMs, pixels, ...by, ...range };
  const answer = await read<GanttAnswer>('sim/gantt', asked);
  if (!isSame(by, { rows: rowsBy.peek(), cluster: cluster.peek() })) return;
  const { rows, rowsTotal } = answer;
  const part = rows.length === rowsTotal ? undefined : { offset: range.offset, total: rowsTotal };
  batch(() => {
    chart.value = { answer, bars: new Bars(answer.bars, rows.length), of, part, by };
  });
}

function isSame(a: Choice, b: Choice): boolean {
  return a.rows === b.rows && a.cluster === b.cluster;
}

/** Whether the shown window, or the rows in view, need another reading. */
export const needsReading = computed(() => {
  if (size.value.width === 0 || chart.value === undefined) return false;
  const { of, part, answer } = chart.value;
  if (!suffices(of, shown.value)) return true;
  return part !== undefined && !coversView(part, answer.rows.length, inView.value);
});
