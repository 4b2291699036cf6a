// A range of time that the user chooses in the charts: all charts mark it, and its totals are shown.

import { computed, signal } from '@preact/signals';
import { onOtherBranch } from '../../live/of-branch.ts';
import { areaWidth, presentMs, shown, startMs } from '../shown-time.ts';
import { moved, spanOf, type TimeWindow } from '../time-window.ts';
import { windowInAddress } from './bound-window.ts';

/** A drag that is shorter chooses nothing, CSS pixels. */
const DRAG_MIN = 4;
/** The places with charts or totals. */
const PLACES = ['', 'gprs', 'node', 'workspace', 'cluster', 'nodes', 'workspaces', 'clusters'];

/** The chosen range, in ms since 1970. */
const chosen = windowInAddress('range', PLACES);
/** While the pointer draws a range: where it began, and the range so far, ms since the start. */
let begunMs: number | undefined;
const drawn = signal<TimeWindow | undefined>(undefined);

/** Whether the next drag chooses a range, also without Shift. */
export const isChoosing = signal(false);

/** The chosen range, ms since the start. */
export const range = computed(() => chosen.value && moved(chosen.value, -startMs.value));

/** The range that the charts mark. */
export const markedRange = computed(() => drawn.value ?? range.value);

onOtherBranch(() => {
  clearRange();
  cancelRange();
});

/** Chooses a range. @param of ms since the start, in any order */
export function choose(a: number, b: number): void {
  const [fromMs, toMs] = [a, b].map((ms) => Math.max(0, Math.round(ms))).sort((x, y) => x - y);
  if (fromMs >= toMs) return;
  chosen.value = moved({ fromMs, toMs }, startMs.peek());
  isChoosing.value = false;
}

/** Sets the beginning or the end. Without a range, the other one is the present, or the edge of what is shown. */
export function setRangeEnd(end: 'from' | 'to', atMs: number): void {
  const known = range.peek();
  const { fromMs, toMs } = shown.peek();
  if (end === 'from') choose(atMs, known?.toMs ?? (atMs < presentMs.peek() ? presentMs.peek() : toMs));
  else choose(known?.fromMs ?? fromMs, atMs);
}

export function clearRange(): void {
  chosen.value = undefined;
  isChoosing.value = false;
}

/** Escape ends the range, but in a text and in a dialog. */
addEventListener('keydown', ({ key, target }) => {
  if (key === 'Escape' && !(target as Element).closest('input,select,dialog')) clearRange();
});

/** Whether a press of the pointer begins a range. */
export function beginsRange({ button, shiftKey }: PointerEvent): boolean {
  return button === 0 && (shiftKey || isChoosing.peek());
}

/** The pointer draws a range from here. @param atMs since the start */
export function beginRange(atMs: number): void {
  begunMs = atMs;
}

export function drawRange(atMs: number): void {
  if (begunMs === undefined) return;
  drawn.value = { fromMs: Math.max(0, Math.min(begunMs, atMs)), toMs: Math.max(0, begunMs, atMs) };
}

/** Chooses what was drawn. */
export function endRange(): void {
  const { value: range } = drawn;
  const least = (DRAG_MIN * spanOf(shown.peek())) / areaWidth.peek();
  if (range !== undefined && spanOf(range) >= least) {
    choose(range.fromMs, range.toMs);
  }
  cancelRange();
}

export function cancelRange(): void {
  begunMs = undefined;
  drawn.value = undefined;
}
