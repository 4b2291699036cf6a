// One plot. Its time axis is that of the Gantt chart, and so is the instant under the pointer.

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { fit } from '../axis/paint/fit.ts';
import { palette } from '../axis/paint/palette.ts';
import { ticksOf } from '../axis/paint/ticks.ts';
import {
  beginRange,
  beginsRange,
  cancelRange,
  drawRange,
  endRange,
  isChoosing,
  markedRange,
} from '../axis/range/range.ts';
import { onceAFrame } from '../axis/reading/once-a-frame.ts';
import { areaWidth, gutter, instantUnderPointer, presentMs, shown, startMs } from '../axis/shown-time.ts';
import { paintPlot } from './paint.ts';
import { series } from './plot-data.ts';
import { type Plot, summaryOf } from './plots.ts';

/** Between two ticks of the time axis at least, CSS pixels. */
const TICK_ROOM = 84;

export function PlotView({ plot }: { readonly plot: Plot }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => drawing(canvas.current!, plot), [plot]);
  return (
    <div class="plot-box">
      <canvas
        ref={canvas}
        hidden={series.value === undefined}
        role="img"
        aria-label={labelOf(plot)}
        style={{ touchAction: isChoosing.value ? 'none' : 'auto' }}
        onPointerDown={(event) => {
          if (!beginsRange(event)) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          beginRange(instantAt(Math.max(gutter.peek(), event.offsetX)));
        }}
        onPointerMove={(event) => {
          const atMs = instantAt(event.offsetX);
          instantUnderPointer.value = event.offsetX < gutter.peek() ? undefined : atMs;
          drawRange(atMs);
        }}
        onPointerUp={endRange}
        onPointerCancel={cancelRange}
        onPointerLeave={() => (instantUnderPointer.value = undefined)}
      />
    </div>
  );
}

/** @param x from the left edge of the canvas, CSS pixels */
function instantAt(x: number): number {
  const { fromMs, toMs } = shown.peek();
  return fromMs + ((x - gutter.peek()) / areaWidth.peek()) * (toMs - fromMs);
}

function labelOf(plot: Plot): string {
  if (series.value === undefined) return plot.title;
  const summary = summaryOf(plot, series.value.answer, shown.peek());
  return `${plot.title}, ${plot.about}: ${summary === '' ? 'no values' : summary}`;
}

/** Draws a plot until the returned function is called. */
function drawing(canvas: HTMLCanvasElement, plot: Plot): () => void {
  const context = canvas.getContext('2d', { alpha: false })!;
  const { fontFamily } = getComputedStyle(canvas);
  const height = signal(0);
  const observer = new ResizeObserver(() => {
    height.value = canvas.parentElement!.clientHeight;
  });
  observer.observe(canvas.parentElement!);
  const end = onceAFrame(() => {
    const width = gutter.value + areaWidth.value;
    if (series.value === undefined || height.value === 0) return undefined;
    const { answer, of } = series.value;
    // Nothing is planned here, so that nothing is missing after the present.
    const toMs = of.toMs < answer.nowMs ? of.toMs : Number.POSITIVE_INFINITY;
    const scene = {
      plot,
      answer,
      window: shown.value,
      read: { fromMs: of.fromMs, toMs },
      nowMs: answer.nowMs,
      shownMs: presentMs.value,
      pointerMs: instantUnderPointer.value,
      range: markedRange.value,
      palette: palette.value,
      fontFamily,
      left: gutter.value,
      width: areaWidth.value,
      height: height.value,
      ratio: devicePixelRatio,
      ticks: ticksOf(shown.value, startMs.value, areaWidth.value / TICK_ROOM),
    };
    return () => {
      fit(canvas, width, scene.height, scene.ratio);
      paintPlot(context, scene);
    };
  });
  return () => {
    observer.disconnect();
    end();
  };
}
