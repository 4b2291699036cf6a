// Draws a plot: the area below the steps of means, or a bar for each bin.

import type { SeriesAnswer } from '../../api/sim/answers.ts';
import type { Palette } from '../axis/paint/palette.ts';
import type { Tick } from '../axis/paint/ticks.ts';
import { paintRange } from '../axis/range/paint-range.ts';
import { paintUnread } from '../axis/reading/unread.ts';
import { type Reading, type TimeWindow, unreadOf } from '../axis/time-window.ts';
import type { Plot } from './plots.ts';
import { scaleOf } from './scale.ts';

const FONT_PX = 11;
/** Above the highest line, and below the lowest one, CSS pixels. */
const ABOVE = 7;
const BELOW = 7;
/** Between two lines of the scale at least, CSS pixels. */
const LINE_ROOM = 26;

interface PlotScene extends Reading {
  readonly plot: Plot;
  readonly answer: SeriesAnswer;
  /** The instant under the pointer. */
  readonly pointerMs: number | undefined;
  /** The range that the user chose or draws. */
  readonly range: TimeWindow | undefined;
  /** CSS pixels; `left`: width of the labels of the scale. */
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  readonly ticks: readonly Tick[];
  readonly palette: Palette;
  readonly fontFamily: string;
}

export function paintPlot(context: CanvasRenderingContext2D, scene: PlotScene): void {
  const { plot, answer, window, left, width, ratio, palette } = scene;
  const high = scene.height - ABOVE - BELOW;
  const { top, lines } = scaleOf(plot, answer, window, Math.floor(high / LINE_ROOM));
  const perMs = width / (window.toMs - window.fromMs);
  const x = (ms: number) => left + (ms - window.fromMs) * perMs;
  const y = (value: number) => ABOVE + high * (1 - value / top);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = palette.panel;
  context.fillRect(0, 0, left + width, scene.height);
  context.font = `${FONT_PX}px ${scene.fontFamily}`;
  context.textBaseline = 'middle';
  for (const value of lines) {
    context.fillStyle = palette.line;
    context.fillRect(left, Math.round(y(value)), width, 1);
    context.fillStyle = palette.quiet;
    context.textAlign = 'right';
    context.fillText(plot.text(value), left - 6, y(value));
  }
  context.fillStyle = palette.line;
  // The chart above has their labels.
  for (const { atMs } of scene.ticks)
    if (x(atMs) >= left) context.fillRect(Math.round(x(atMs)), ABOVE, 1, high);
  context.save();
  context.beginPath();
  context.rect(left, 0, width, ABOVE + high + 1);
  context.clip();
  if (plot.form === 'bars') drawBars(context, scene, x, y);
  else drawSteps(context, scene, x, y);
  for (const { fromMs, toMs } of unreadOf(scene)) {
    const place = { left: x(fromMs), top: ABOVE, width: x(toMs) - x(fromMs), height: high };
    paintUnread(context, place, palette);
  }
  if (scene.range !== undefined)
    paintRange(context, scene.range, palette, { x, height: ABOVE + high, unit: 1 });
  context.fillStyle = palette.accent;
  context.fillRect(Math.round(x(scene.nowMs)), 0, 1.5, ABOVE + high);
  context.fillStyle = palette.quiet;
  if (scene.pointerMs !== undefined) context.fillRect(Math.round(x(scene.pointerMs)), 0, 1, ABOVE + high);
  context.restore();
}

type Place = (of: number) => number;

function drawBars(
  context: CanvasRenderingContext2D,
  { plot, answer, palette }: PlotScene,
  x: Place,
  y: Place,
): void {
  const [column] = plot.columns(answer);
  context.fillStyle = palette.accent;
  answer.atMs.forEach((atMs, i) => {
    const value = column[i];
    if (value === null || value === 0) return;
    const right = x(Math.min(answer.toMs, atMs + answer.binMs));
    context.fillRect(x(atMs), y(value), Math.max(1, right - x(atMs) - 1), y(0) - y(value));
  });
}

/** The first column with the area below it, the second as a line. A bin without a value is a gap. */
function drawSteps(
  context: CanvasRenderingContext2D,
  { plot, answer, palette }: PlotScene,
  x: Place,
  y: Place,
): void {
  plot.columns(answer).forEach((column, number) => {
    const line = new Path2D();
    const area = new Path2D();
    let isOpen = false;
    answer.atMs.forEach((atMs, i) => {
      const value = column[i];
      if (value === null) {
        isOpen = false;
        return;
      }
      const right = x(Math.min(answer.toMs, atMs + answer.binMs));
      area.rect(x(atMs), y(value), right - x(atMs), y(0) - y(value));
      if (isOpen) line.lineTo(x(atMs), y(value));
      else line.moveTo(x(atMs), y(value));
      line.lineTo(right, y(value));
      isOpen = true;
    });
    context.strokeStyle = number === 0 ? palette.accent : palette.quiet;
    context.lineWidth = number === 0 ? 1.5 : 1;
    if (number === 0) {
      context.globalAlpha = 0.2;
      context.fillStyle = palette.accent;
      context.fill(area);
      context.globalAlpha = 1;
    }
    context.stroke(line);
  });
}
