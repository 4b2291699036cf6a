// The part of simulated time that the Gantt chart and the plots show, and the instant under the pointer.

import { computed, signal } from '@preact/signals';
import { member } from '../address/route.ts';
import { AN_INSTANT, checkInAddress } from '../address/state.ts';
import { simulatedNow } from '../clock/now.ts';
import { world } from '../live/live.ts';
import { onOtherBranch } from '../live/of-branch.ts';
import { windowInAddress } from './range/bound-window.ts';
import {
  bounded,
  moved,
  panned,
  spanOf,
  type TimeWindow,
  wholeWindow,
  windowAt,
  zoomed,
} from './time-window.ts';

/** A window that follows the present moves in steps of its length ÷ this: about a pixel. */
const STEPS = 1500;

/** The instant under the pointer in any chart; undefined without one. */
export const instantUnderPointer = signal<number | undefined>(undefined);

/** The instant that the address marks in the chart, ms since the start; undefined without one. */
export const markedMs = computed(() => {
  const at = Date.parse(member('mark').value);
  return Number.isNaN(at) ? undefined : at - startMs.value;
});

checkInAddress('mark', (mark) => !Number.isNaN(Date.parse(mark)), AN_INSTANT);

/** The start of the scenario, in ms since 1970. */
export const startMs = computed(() => Date.parse(world.value?.scenario.start ?? '1970-01-01T00:00:00Z'));

/** The length of a window that follows the present; undefined: the user chose none. */
const followedSpanMs = signal<number | undefined>(undefined);
/** The window that the user chose, in ms since 1970; undefined: it follows the present. */
const chosen = windowInAddress('window');

export const followsNow = computed(() => chosen.value === undefined);

/** The present in ms since the start, in steps of about a pixel. */
export const presentMs = computed(() => {
  const now = Math.max(0, (simulatedNow.value ?? startMs.value) - startMs.value);
  const { fromMs, toMs } = chosen.value ?? windowAt(now, followedSpanMs.value);
  const step = Math.max(1, (toMs - fromMs) / STEPS);
  return Math.floor(now / step) * step;
});

export const shown = computed<TimeWindow>(() =>
  chosen.value === undefined
    ? windowAt(presentMs.value, followedSpanMs.value)
    : bounded(moved(chosen.value, -startMs.value)),
);

/** Whether the shown window moves with the present. */
export const isMoving = computed(() => followsNow.value && world.value?.clock.mode === 'running');

export function show(window: TimeWindow): void {
  chosen.value = moved(window, startMs.peek());
}

/** Follows the present, with a window of this length, or of the present length. */
export function followNow(spanMs: number = spanOf(shown.peek())): void {
  followedSpanMs.value = spanMs;
  chosen.value = undefined;
}

/** Zooms around an instant. Without one: a window that follows the present continues to do so. */
export function zoomBy(factor: number, atMs?: number): void {
  const window = shown.peek();
  const next = zoomed(window, factor, atMs ?? (window.fromMs + window.toMs) / 2, presentMs.peek());
  if (atMs === undefined && followsNow.peek()) followNow(spanOf(next));
  else show(next);
}

/** @param share of the length of the window */
export function panBy(share: number): void {
  const window = shown.peek();
  show(panned(window, spanOf(window) * share, presentMs.peek()));
}

export function showAll(): void {
  show(wholeWindow(presentMs.peek()));
}

/** The present of another branch may lie far before the chosen window. The first reading leaves that of the address. */
onOtherBranch(() => {
  chosen.value = undefined;
  instantUnderPointer.value = undefined;
});

/** Of all charts: where the area of the data begins, and how wide it is, CSS pixels. The Gantt chart sets them. */
export const gutter = signal(64);
export const areaWidth = signal(0);
