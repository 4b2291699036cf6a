// Draws what changes with the pointer over a Gantt chart: the present, the instant under the pointer, marked bars.

import type { Palette } from '../../axis/paint/palette.ts';
import { paintRange, writeLength } from '../../axis/range/paint-range.ts';
import type { TimeWindow } from '../../axis/time-window.ts';
import type { Bar } from '../data/bars.ts';
import { AXIS } from '../data/row-places.ts';
import { barsOf, endOfBar, lanesToPixels, placesIn, type Scene, visibleRows } from '../scene/scene.ts';

const FONT_PX = 11;

interface Marked {
  readonly palette: Palette;
  readonly fontFamily: string;
  readonly gutter: number;
  /** The instant under the pointer, ms since the start. */
  readonly pointerMs: number | undefined;
  /** The instant that the address marks, ms since the start. */
  readonly markedMs?: number | undefined;
  /** The range that the user chose or draws. */
  readonly range?: TimeWindow | undefined;
  /** Index of the GPR whose bars are marked; −1 = none. */
  readonly gpr: number;
  /** When the marked GPR will likely start, ms since the start. */
  readonly likely?: TimeWindow | undefined;
  /** The bar that was selected with the keys. */
  readonly bar?: Bar | undefined;
}

export function drawOverlay(context: CanvasRenderingContext2D, scene: Scene, marked: Marked): void {
  const { palette, gutter } = marked;
  const { ratio, width, height, nowMs } = scene;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  const x = placesIn(scene);
  const left = Math.round(gutter * ratio);
  const top = Math.round(AXIS * ratio);
  const high = Math.round(height * ratio);
  context.save();
  context.beginPath();
  context.rect(left - 1, 0, width * ratio + 2, top + high);
  context.clip();
  context.translate(left, 0);
  if (marked.range !== undefined) {
    const place = { x, height: top + high, unit: ratio };
    context.font = `${FONT_PX * ratio}px ${marked.fontFamily}`;
    paintRange(context, marked.range, palette, place);
    writeLength(context, marked.range, palette, { ...place, y: top / 2 });
  }
  if (marked.pointerMs !== undefined) {
    context.fillStyle = palette.quiet;
    context.fillRect(Math.round(x(marked.pointerMs)), top, Math.max(1, ratio), high);
  }
  if (marked.markedMs !== undefined) {
    const at = Math.round(x(marked.markedMs));
    context.fillStyle = palette.text;
    for (let y = 0; y < high; y += 6 * ratio) context.fillRect(at - ratio / 2, top + y, 2 * ratio, 3 * ratio);
  }
  context.fillStyle = palette.accent;
  const now = Math.round(x(nowMs));
  context.fillRect(now - ratio / 2, top - 3 * ratio, 2 * ratio, high + 3 * ratio);
  context.beginPath();
  context.moveTo(now - 4 * ratio, top - 6 * ratio);
  context.lineTo(now + 5 * ratio, top - 6 * ratio);
  context.lineTo(now + ratio / 2, top);
  context.fill();
  context.translate(0, top);
  context.beginPath();
  context.rect(-1, 0, width * ratio + 2, high);
  context.clip();
  outline(context, scene, marked);
  context.restore();
}

function outline(context: CanvasRenderingContext2D, scene: Scene, marked: Marked): void {
  const { ratio } = scene;
  const x = placesIn(scene);
  const frame = (bar: Bar, width: number) => {
    const [top, bottom] = lanesToPixels(scene, bar);
    const left = Math.floor(x(bar.fromMs));
    const right = Math.max(left + 2, Math.floor(x(endOfBar(scene, bar))));
    context.lineWidth = width;
    context.strokeStyle = marked.palette.text;
    context.strokeRect(left - width / 2, top - width / 2, right - left + width, bottom - top + width);
  };
  const drawLikely = (bar: Bar) => {
    if (marked.likely === undefined) return;
    const [top, bottom] = lanesToPixels(scene, bar);
    const left = x(marked.likely.fromMs);
    context.globalAlpha = 0.35;
    context.fillStyle = marked.palette.accent;
    context.fillRect(left, top, Math.max(2, x(marked.likely.toMs) - left), bottom - top);
    context.globalAlpha = 1;
  };
  if (marked.gpr >= 0) {
    const [first, last] = visibleRows(scene);
    for (let row = first; row < last; row++) {
      for (const bar of barsOf(scene, row)) {
        if (bar.gpr !== marked.gpr) continue;
        if (bar.kind === 'planned') drawLikely(bar);
        frame(bar, 2 * ratio);
      }
    }
  }
  if (marked.bar !== undefined) frame(marked.bar, 3 * ratio);
}
