// Reads the data of the Gantt chart. The server sends at most about 20,000 bars: if there are more, it merges the short ones
// (sim/reading/gantt/gantt.ts). The page draws each bar that it gets (../paint/painter.ts).

import { computed, signal } from '@preact/signals';
import type { GanttAnswer } from '../../../api/sim/answers.ts';
import { choiceInAddress, stateInAddress } from '../../address/state.ts';
import { oneAtATime } from '../../axis/reading/one-at-a-time.ts';
import { gutter, isMoving, shown } from '../../axis/shown-time.ts';
import { suffices, type TimeWindow, widened } from '../../axis/time-window.ts';
import { clusterInAddress } from '../../live/live.ts';
import { OfBranch } from '../../live/of-branch.ts';
import { readNames } from '../../page/names/linked.tsx';
import { read } from '../../session/server-call.ts';
import { Bars } from './bars.ts';
import { coversView, type InView, rowsToRead } from './part.ts';
import { AXIS, type Part, Rows } from './row-places.ts';
import { Waits } from './wait-lanes.ts';

const PIXELS_MAX = 8192;

export interface Chart {
  readonly answer: GanttAnswer;
  readonly bars: Bars;
  /** undefined: they were not read. */
  readonly waits: Waits | undefined;
  readonly of: TimeWindow;
  /** Which rows the answer has; undefined = all. */
  readonly part: Part | undefined;
  readonly by: Choice;
  readonly only: OnlyRow | undefined;
}

/** What the user chose to see. */
interface Choice {
  readonly rows: 'nodes' | 'workspaces';
  readonly cluster: string;
}

/** What the chart of a page shows that is about a node, a workspace or a cluster. '' = not given. */
export interface OnlyRow extends Choice {
  readonly node: string;
  readonly workspace: string;
}

/** undefined: the user chooses the rows. */
export const onlyRow = signal<OnlyRow | undefined>(undefined);

export const rowsBy = choiceInAddress('rows', ['nodes', 'workspaces']);
export const cluster = clusterInAddress('chart');
export const showsWaits = stateInAddress({
  name: 'waits',
  initial: true,
  from: (text) => text !== 'hidden',
  to: (shows) => (shows ? '' : 'hidden'),
});
const known = new OfBranch<Chart>();
export const chart = computed(() =>
  known.shown.value?.only === onlyRow.value ? known.shown.value : undefined,
);

/** Size of the view in CSS pixels, without a scroll bar, and device pixels of a CSS pixel. */
export const size = signal({ width: 0, height: 0, ratio: 1 });
export const scrolled = signal(0);
export const rows = computed(
  () =>
    new Rows(
      chart.value?.answer.rows.map(({ lanes }) => lanes) ?? [],
      size.value.height - AXIS,
      chart.value?.part,
    ),
);

/** Height of the area of the bars, and how far its rows are scrolled up, CSS pixels. */
export const inView = computed<InView>(() => {
  const height = size.value.height - AXIS;
  return { height, scrolled: Math.min(scrolled.value, Math.max(0, rows.value.height - height)) };
});

/** Reads the bars of the shown window. */
export const readChart = oneAtATime(readOnce);

async function readOnce(): Promise<void> {
  const of = widened(shown.peek(), isMoving.peek());
  const { fromMs, toMs } = shown.peek();
  const { width, ratio } = size.peek();
  const share = (of.toMs - of.fromMs) / (toMs - fromMs);
  const pixels = Math.min(PIXELS_MAX, Math.max(100, Math.round((width - gutter.peek()) * ratio * share)));
  const only = onlyRow.peek();
  const by: Choice = only ?? { rows: rowsBy.peek(), cluster: cluster.peek() };
  const last = chart.peek();
  const total = last !== undefined && isSame(last.by, by) ? last.answer.rowsTotal : 0;
  const range = rowsToRead(inView.peek(), total);
  const withWaits = showsWaits.peek() ? { waits: 'true' } : {};
  const asked = { from: of.fromMs, to: of.toMs, pixels, ...by, ...range, ...withWaits };
  const answer = await read<GanttAnswer>('sim/gantt', asked);
  if (only !== onlyRow.peek()) return;
  if (only === undefined && !isSame(by, { rows: rowsBy.peek(), cluster: cluster.peek() })) return;
  const { rows, rowsTotal } = answer;
  const part = rows.length === rowsTotal ? undefined : { offset: range.offset, total: rowsTotal };
  const waits = answer.waits && new Waits(answer.waits, rows.length);
  const bars = new Bars(answer.bars, rows.length);
  known.take(answer.branch, { answer, bars, waits, of, part, by, only });
  readNames.value = new Map(answer.gprs.map(({ gprId, gprName }) => [gprId, gprName]));
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
