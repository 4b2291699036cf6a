// The keys of the Gantt chart.

import type { GanttAnswer } from '../../../api/sim/answers.ts';
import { addressOf } from '../../address/route.ts';
import { setRangeEnd } from '../../axis/range/range.ts';
import { atMs } from '../../axis/shown-past.ts';
import { followNow, panBy, presentMs, show, showAll, shown, zoomBy } from '../../axis/shown-time.ts';
import { revealing, spanOf } from '../../axis/time-window.ts';
import { addressOfNode } from '../../page/names/subject-names.tsx';
import { pointed } from '../../page/pointed.ts';
import type { Bar } from '../data/bars.ts';
import { chart, scrolled } from '../data/chart-data.ts';
import { type Direction, nearestStart, neighbor } from '../scene/find.ts';
import { endOfBar, type Scene, visibleRows } from '../scene/scene.ts';
import { gprIdOf, scene, select, selected } from '../scene/selected-bar.ts';

type Row = GanttAnswer['rows'][number];

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

const KEYS: Readonly<Record<string, () => void>> = {
  '+': () => zoomBy(1 / 2),
  '=': () => zoomBy(1 / 2),
  '-': () => zoomBy(2),
  '−': () => zoomBy(2),
  0: showAll,
  Home: () => show({ fromMs: 0, toMs: spanOf(shown.peek()) }),
  End: () => followNow(),
  '[': () => setRangeEnd('from', edgeMs('from')),
  ']': () => setRangeEnd('to', edgeMs('to')),
};

/** Where an end of the range is set: the end of the selected bar, or the instant that the page shows. */
function edgeMs(end: 'from' | 'to'): number {
  const current = scene.peek();
  const bar = selected.peek();
  if (current === undefined || bar === undefined) return atMs.peek();
  return end === 'from' ? bar.fromMs : endOfBar(current, bar);
}

export function onKey(event: KeyboardEvent): void {
  // On some keyboards, brackets need AltGr, which browsers report as Ctrl and Alt.
  const isModified = event.ctrlKey || event.metaKey || event.altKey;
  if (isModified && !event.getModifierState('AltGraph')) return;
  const { key, shiftKey } = event;
  if (shiftKey && key === 'ArrowLeft') panBy(-1 / 8);
  else if (shiftKey && key === 'ArrowRight') panBy(1 / 8);
  else if (Object.hasOwn(DIRECTIONS, key)) move(DIRECTIONS[key]);
  else if (Object.hasOwn(KEYS, key)) KEYS[key]();
  else if (key === 'Escape') choose(undefined);
  else if (key === 'Enter' && selected.peek() !== undefined) open(gprIdOf(selected.peek()));
  else if (key === 'n' && selected.peek() !== undefined) openSubject(rowOfSelected());
  else return;
  event.preventDefault();
}

/** Opens the page of a GPR, if the caller may see it. */
export function open(id: string | undefined): void {
  if (id !== undefined) location.hash = addressOf('gpr', id);
}

/** Opens the page of the node or of the workspace of a row. */
export function openSubject(row: Row | undefined): void {
  const { name = null, cluster = null } = row ?? {};
  if (name === null) return;
  location.hash = cluster === null ? addressOf('workspace', name) : addressOfNode(name, cluster);
}

function rowOfSelected(): Row | undefined {
  return chart.peek()?.answer.rows[selected.peek()!.row];
}

function move(direction: Direction): void {
  const current = scene.peek();
  if (current === undefined) return;
  const bar = selected.peek();
  choose(bar === undefined ? firstBar(current) : neighbor(current, bar, direction));
}

/** The bar of the first visible row with bars that starts nearest to the middle of the window. */
function firstBar(current: Scene): Bar | undefined {
  const [first, last] = visibleRows(current);
  const middle = (current.window.fromMs + current.window.toMs) / 2;
  for (let row = first; row < last; row++) {
    const bar = nearestStart(current.bars.ofRow[row], middle);
    if (bar !== undefined) return bar;
  }
  return undefined;
}

/** Selects a bar, or none, and shows it. */
export function choose(bar: Bar | undefined): void {
  if (bar === undefined && selected.peek() === undefined) return;
  select(bar);
  pointed.value = gprIdOf(bar);
  const current = scene.peek();
  if (bar === undefined || current === undefined) return;
  const { rows, height, window } = current;
  const { row, fromMs } = bar;
  if (rows.top[row] < current.scrolled) scrolled.value = rows.top[row];
  else if (rows.top[row + 1] > current.scrolled + height) scrolled.value = rows.top[row + 1] - height;
  const isVisible = fromMs < window.toMs && endOfBar(current, bar) > window.fromMs;
  if (!isVisible) show(revealing(window, fromMs, presentMs.peek()));
}
