// Redraws the canvases of the Gantt chart when something that they show has changed.

import { effect } from '@preact/signals';
import { fit } from '../../axis/paint/fit.ts';
import { palette } from '../../axis/paint/palette.ts';
import { markedRange } from '../../axis/range/range.ts';
import { onceAFrame } from '../../axis/reading/once-a-frame.ts';
import { areaWidth, gutter, instantUnderPointer, markedMs, startMs } from '../../axis/shown-time.ts';
import type { TimeWindow } from '../../axis/time-window.ts';
import { rangeAt } from '../../estimated/likely-range.ts';
import { likelyStarts } from '../../estimated/likely-starts.ts';
import { pointed } from '../../page/pointed.ts';
import { isoOf } from '../../text/spans.ts';
import { chart, size } from '../data/chart-data.ts';
import type { Scene } from '../scene/scene.ts';
import { colors, scene, selected } from '../scene/selected-bar.ts';
import { lit } from './lit.ts';
import { widthOfNames } from './name-labels.ts';
import { drawOverlay } from './overlay.ts';
import { newPainter } from './painter.ts';

const GUTTER_MIN = 64;
/** Shares of the width of the view that names may have. */
const GUTTER_SHARE = 0.2;
const GUTTER_MAX = 190;

/** When a GPR will likely start, ms since the start; undefined: unknown, or perhaps not within a week. */
function likelyWindow(gprId: string, nowMs: number): TimeWindow | undefined {
  const likely = likelyStarts.value.get(gprId);
  const now = isoOf(startMs.value + nowMs);
  const { from = now, to } = (likely && rangeAt(likely, now)) ?? {};
  return to === undefined
    ? undefined
    : { fromMs: Date.parse(from) - startMs.value, toMs: Date.parse(to) - startMs.value };
}

/** States on the element what its pixels show: a program that watches the page cannot read them. */
function nameContents({ dataset }: HTMLCanvasElement, { window, nowMs }: Scene, gutter: number): void {
  dataset.at = String(nowMs);
  dataset.from = String(window.fromMs);
  dataset.to = String(window.toMs);
  dataset.gutter = String(gutter);
}

/** Draws until the returned function is called. */
export function drawing(base: HTMLCanvasElement, overlay: HTMLCanvasElement): () => void {
  const painter = newPainter(base);
  const context = overlay.getContext('2d')!;
  const fontFamily = getComputedStyle(base).fontFamily;
  const ends = [
    effect(() => {
      const { width, ratio } = size.value;
      const names = widthOfNames(context, chart.value?.answer.rows ?? [], fontFamily);
      const most = Math.min(GUTTER_MAX, width * GUTTER_SHARE);
      // While names come and go with the rows in view, the bars keep their places.
      const isWhole = chart.value !== undefined && chart.value.part === undefined;
      const before = isWhole ? 0 : gutter.peek();
      const wanted = Math.max(GUTTER_MIN, Math.min(most, Math.max(before, names)));
      gutter.value = Math.round(wanted * ratio) / ratio;
      areaWidth.value = Math.max(1, width - gutter.value);
    }),
    effect(() => {
      const { width, height, ratio } = size.value;
      for (const canvas of [base, overlay]) fit(canvas, width, height, ratio);
    }),
    onceAFrame(() => {
      if (scene.value === undefined || chart.value === undefined) return undefined;
      const { rows, gprs } = chart.value.answer;
      const now = scene.value;
      const look = {
        palette: palette.value,
        fontFamily,
        gutter: gutter.value,
        rows,
        gprs,
        startMs: startMs.value,
        colors: colors.value,
        lit: lit.value,
      };
      return () => {
        painter.paint(now, look);
        nameContents(base, now, gutter.peek());
      };
    }),
    onceAFrame(() => {
      if (scene.value === undefined || chart.value === undefined) return undefined;
      const now = scene.value;
      const { value: id } = pointed;
      const marked = {
        palette: palette.value,
        gutter: gutter.value,
        pointerMs: instantUnderPointer.value,
        markedMs: markedMs.value,
        range: markedRange.value,
        fontFamily,
        gpr: id === undefined ? -1 : chart.value.answer.gprs.findIndex(({ gprId }) => gprId === id),
        likely: id === undefined ? undefined : likelyWindow(id, now.nowMs),
        bar: selected.value,
      };
      return () => drawOverlay(context, now, marked);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
