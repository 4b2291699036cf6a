// One plot. Its time axis is that of the Gantt chart, and so is the instant under the pointer.

import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { palette } from '../axis/palette.ts';
import { areaWidth, gutter, instantUnderPointer, presentMs, shown, startMs } from '../axis/shown.ts';
import { drawPlot } from './draw.ts';
import { type Plot, summaryOf } from './plots.ts';
import { series } from './state.ts';

export function PlotView({ plot }: { readonly plot: Plot }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => plotting(canvas.current!, plot), [plot]);
  return (
    <div class="plot-box">
      <canvas
        ref={canvas}
        role="img"
        aria-label={labelOf(plot)}
        onPointerMove={({ offsetX }) => {
          const { fromMs, toMs } = shown.peek();
          const share = (offsetX - gutter.peek()) / areaWidth.peek();
          instantUnderPointer.value = share < 0 || share > 1 ? undefined : fromMs + share * (toMs - fromMs);
        }}
        onPointerLeave={() => (instantUnderPointer.value = undefined)}
      />
    </div>
  );
}

function labelOf(plot: Plot): string {
  if (series.value === undefined) return plot.title;
  const { fromMs, toMs } = shown.peek();
  const summary = summaryOf(plot, series.value.answer, fromMs, toMs);
  return `${plot.title}, ${plot.about}: ${summary === '' ? 'no values' : summary}`;
}

/** Draws a plot whenever something of it changes, until the returned function is called. */
function plotting(canvas: HTMLCanvasElement, plot: Plot): () => void {
  const to = canvas.getContext('2d')!;
  let frame = 0;
  const draw = () => {
    frame = 0;
    const { clientHeight: height } = canvas.parentElement!;
    const width = gutter.peek() + areaWidth.peek();
    if (height === 0 || width <= gutter.peek()) return;
    resize(canvas, to, width, height);
    drawPlot(to, plot, series.peek()?.answer, {
      width,
      height,
      gutter: gutter.peek(),
      window: shown.peek(),
      startMs: startMs.peek(),
      presentMs: presentMs.peek(),
      pointedMs: instantUnderPointer.peek(),
      colors: palette.peek(),
    });
  };
  const drawSoon = () => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const observer = new ResizeObserver(drawSoon);
  observer.observe(canvas.parentElement!);
  const end = effect(() => {
    const seen = [series, shown, presentMs, instantUnderPointer, palette, startMs, gutter, areaWidth];
    for (const signal of seen) void signal.value;
    drawSoon();
  });
  return () => {
    end();
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}

/** Gives a canvas a size in CSS pixels, with as many pixels as the screen has there. */
function resize(
  canvas: HTMLCanvasElement,
  to: CanvasRenderingContext2D,
  width: number,
  height: number,
): void {
  const [w, h] = [width, height].map((size) => Math.round(size * devicePixelRatio));
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  to.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
}
