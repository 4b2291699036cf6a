// Draws a plot on a canvas.

import type { Palette } from '../axis/palette.ts';
import { ticksOf } from '../axis/ticks.ts';
import type { TimeWindow } from '../axis/window.ts';
import type { Plot, SeriesAnswer } from './plots.ts';
import { scaleOf } from './scale.ts';

/** CSS pixels. */
const TOP = 6;
const AXIS = 20;
const TICK_ROOM = 84;
const LINE_ROOM = 28;
const LABEL_ROOM = 18;
const GAP = 6;
const FONT = '11px system-ui, "Segoe UI", "DejaVu Sans", sans-serif';

export interface Area {
  readonly width: number;
  readonly height: number;
  /** Where the data begin. */
  readonly gutter: number;
  readonly window: TimeWindow;
  readonly startMs: number;
  readonly presentMs: number;
  /** Undefined without a pointer. */
  readonly pointedMs: number | undefined;
  readonly colors: Palette;
}

export function drawPlot(
  to: CanvasRenderingContext2D,
  plot: Plot,
  answer: SeriesAnswer | undefined,
  area: Area,
): void {
  const { width, height, gutter, window, colors } = area;
  const { fromMs, toMs } = window;
  const bottom = height - AXIS;
  const columns = answer === undefined ? [] : plot.columns(answer);
  const first =
    answer === undefined
      ? 0
      : Math.max(
          0,
          answer.atMs.findLastIndex((at) => at <= fromMs),
        );
  const last = answer === undefined ? 0 : answer.atMs.findLastIndex((at) => at < toMs) + 1;
  const most = Math.max(
    0,
    ...columns.flatMap((column) => column.slice(first, last).map((value) => value ?? 0)),
  );
  const scale = scaleOf(plot.kind, most, plot.least, (bottom - TOP) / LINE_ROOM);
  const xOf = (ms: number) => gutter + ((width - gutter) * (ms - fromMs)) / (toMs - fromMs);
  const yOf = (value: number) => bottom - ((bottom - TOP) * value) / scale.most;

  to.clearRect(0, 0, width, height);
  to.font = FONT;
  to.textBaseline = 'middle';
  to.lineWidth = 1;
  to.strokeStyle = colors.line;
  to.fillStyle = colors.quiet;
  to.textAlign = 'right';
  for (const value of scale.lines) {
    stroke(to, gutter, yOf(value), width, yOf(value));
    to.fillText(plot.text(value), gutter - GAP, yOf(value));
  }
  to.textAlign = 'center';
  for (const { atMs, label } of ticksOf(window, area.startMs, (width - gutter) / TICK_ROOM)) {
    const x = xOf(atMs);
    stroke(to, x, TOP, x, bottom);
    if (width - x >= LABEL_ROOM) to.fillText(label, x, bottom + AXIS / 2);
  }

  to.save();
  to.beginPath();
  to.rect(gutter, 0, width - gutter, bottom + 1);
  to.clip();
  for (const [i, column] of columns.entries()) {
    to.strokeStyle = i === 0 ? colors.accent : colors.quiet;
    to.lineWidth = i === 0 ? 1.5 : 1;
    to.fillStyle = `${colors.accent}38`;
    to.beginPath();
    let isJoined = false;
    for (let bin = first; bin < last; bin++) {
      const value = column[bin];
      if (value === null || (plot.form === 'bars' && value === 0)) {
        isJoined = false;
        continue;
      }
      const from = answer!.atMs[bin];
      const left = xOf(from);
      const right = Math.max(left + 1, xOf(Math.min(answer!.toMs, from + answer!.binMs)));
      const y = yOf(value);
      // On whole pixels: neighbors that share one would leave a seam.
      if (i === 0) to.fillRect(Math.round(left), y, Math.round(right) - Math.round(left), bottom - y);
      if (isJoined && plot.form === 'steps') to.lineTo(left, y);
      else to.moveTo(left, y);
      to.lineTo(right, y);
      isJoined = true;
    }
    to.stroke();
  }
  vertical(to, xOf(area.presentMs), colors.accent, bottom);
  if (area.pointedMs !== undefined) vertical(to, xOf(area.pointedMs), colors.text, bottom);
  to.restore();
}

function vertical(to: CanvasRenderingContext2D, x: number, color: string, bottom: number): void {
  to.strokeStyle = color;
  to.lineWidth = 1;
  stroke(to, x, TOP, x, bottom);
}

/** Strokes a line that is horizontal or vertical, on whole pixels. */
function stroke(to: CanvasRenderingContext2D, x: number, y: number, toX: number, toY: number): void {
  to.beginPath();
  to.moveTo(Math.round(x) + 0.5, Math.round(y) + 0.5);
  to.lineTo(Math.round(toX) + 0.5, Math.round(toY) + 0.5);
  to.stroke();
}
