// The scene that the Gantt chart shows, the bar under the pointer, and the selected one.

import { computed, effect, signal } from '@preact/signals';
import { areaWidth, presentMs, shown } from '../../axis/shown-time.ts';
import { branch } from '../../live/of-branch.ts';
import { colorOf } from '../../text/colors.ts';
import type { Bar } from '../data/bars.ts';
import { chart, inView, rows, showsWaits, size } from '../data/chart-data.ts';
import { barAt } from './find.ts';
import type { Scene } from './scene.ts';
import { waitAt } from './wait-pieces.ts';

/** The point of the pointer within the area of the bars, CSS pixels. */
export const pointer = signal<{ readonly x: number; readonly y: number } | undefined>(undefined);
/** The bar selected with the keys. Its index changes with every reading. */
const selection = signal<
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

effect(() => {
  void branch.value;
  selection.value = undefined;
});

/** GPR → color. */
export const colors = computed(() => chart.value?.answer.gprs.map(colorOf) ?? []);

export const scene = computed<Scene | undefined>(() => {
  if (chart.value === undefined || size.value.width === 0) return undefined;
  return {
    bars: chart.value.bars,
    waits: showsWaits.value ? chart.value.waits : undefined,
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
  return scene.value && point && barAt(scene.value, point.x, point.y);
});

/** The wait under the pointer; it lies over bars. */
export const hoveredWait = computed(() => {
  const { value: point } = pointer;
  return scene.value && point && waitAt(scene.value, point.x, point.y);
});

export const selected = computed(() => {
  const { value: wanted } = selection;
  if (chart.value === undefined || wanted === undefined) return undefined;
  const { answer, bars, part } = chart.value;
  const row =
    wanted.row === null
      ? wanted.number - (part?.offset ?? 0)
      : answer.rows.findIndex(({ name }) => name === wanted.row);
  return bars.ofRow[row]?.find(
    ({ fromMs, lane, kind }) =>
      fromMs === wanted.fromMs && lane === wanted.lane && (kind === 'planned') === wanted.isPlanned,
  );
});

export function select(bar: Bar | undefined): void {
  selection.value = chart.value &&
    bar && {
      row: chart.value.answer.rows[bar.row].name,
      number: bar.row + (chart.value.part?.offset ?? 0),
      lane: bar.lane,
      fromMs: bar.fromMs,
      isPlanned: bar.kind === 'planned',
    };
}

/** The id of the GPR of a bar; undefined for merged bars and for what the caller may not see. */
export function gprIdOf(bar: Bar | undefined): string | undefined {
  return bar && idOf(bar.gpr);
}

/** The id of a GPR of the chart; undefined for none, and for one that the caller may not see. */
function idOf(gpr: number): string | undefined {
  return chart.peek()?.answer.gprs[gpr]?.gprId ?? undefined;
}

/** The id of the GPR under the pointer: that of the wait, or that of the bar. */
export function gprIdUnderPointer(): string | undefined {
  const { value: wait } = hoveredWait;
  return wait === undefined ? gprIdOf(hovered.value) : idOf(wait.gpr);
}
