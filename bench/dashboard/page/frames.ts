// Measures the drawing of the Gantt chart in a browser. Not a part of the page: bench/dashboard/frames.packed.ts packs it.

import type { GanttAnswer } from '../../../src/api/sim/answers.ts';
import { panned, type TimeWindow } from '../../../src/dashboard/axis/time-window.ts';
import { Bars } from '../../../src/dashboard/gantt/data/bars.ts';
import { Rows } from '../../../src/dashboard/gantt/data/row-places.ts';
import { Waits } from '../../../src/dashboard/gantt/data/wait-lanes.ts';
import { type Look, newPainter } from '../../../src/dashboard/gantt/paint/painter.ts';
import { barAt } from '../../../src/dashboard/gantt/scene/find.ts';
import type { Scene } from '../../../src/dashboard/gantt/scene/scene.ts';
import { madeUp } from './made-up.ts';

const WIDTH = 1400;
const HEIGHT = 800;
const ROWS = 30;
const SPAN_MS = 86_400_000;
/** A second of a chart that is dragged. */
const FRAMES = 60;
const COLORS = ['#4477aa', '#ee6677', '#228833', '#ccbb44', '#66ccee', '#aa3377'];

/** ms, medians of the frames of a chart that is moved by a pixel from frame to frame, with all its bars in view. */
export interface FrameTimes {
  readonly bars: number;
  /** From the answer to sorted bars, once for each answer. */
  readonly readMs: number;
  /** Time of the script of a frame. */
  readonly scriptMs: number;
  /** The same, until the pixels exist. */
  readonly drawnMs: number;
  /** Until the pixels exist, with a `fillRect` for each bar instead. */
  readonly rectanglesMs: number;
  /** To find the bar under the pointer. */
  readonly findMs: number;
}

export function frameTimes(count: number): FrameTimes {
  const answer = madeUp(count, ROWS, SPAN_MS);
  const readAt = performance.now();
  const bars = new Bars(answer.bars, answer.rows.length);
  const waits = new Waits(answer.waits, answer.rows.length);
  const readMs = performance.now() - readAt;
  const rows = new Rows(
    answer.rows.map(({ lanes }) => lanes),
    HEIGHT,
  );
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d', { alpha: false })!;
  const painter = newPainter(canvas);
  const sceneOf = (window: TimeWindow): Scene => ({
    bars,
    waits,
    rows,
    window,
    nowMs: answer.nowMs,
    shownMs: answer.nowMs,
    read: { fromMs: 0, toMs: 2 * SPAN_MS },
    width: WIDTH - 100,
    height: HEIGHT - 20,
    scrolled: 0,
    ratio: 1,
  });
  const window: TimeWindow = { fromMs: 0, toMs: SPAN_MS };
  const moved = (frame: number) => sceneOf(panned(window, (frame * SPAN_MS) / WIDTH, answer.nowMs));
  const look = lookOf(answer);
  /** Alternately, so that a busy machine holds up all of them alike. */
  const frames = (draws: readonly ((scene: Scene) => void)[]): { scriptMs: number; drawnMs: number }[] => {
    const times = Array.from({ length: FRAMES }, (_, frame) =>
      draws.map((draw) => {
        const scene = moved(frame);
        const at = performance.now();
        draw(scene);
        const scriptMs = performance.now() - at;
        context.getImageData(0, 0, 1, 1);
        return { scriptMs, drawnMs: performance.now() - at };
      }),
    );
    return draws.map((_, i) => ({
      scriptMs: median(times.map((frame) => frame[i].scriptMs)),
      drawnMs: median(times.map((frame) => frame[i].drawnMs)),
    }));
  };
  const [painted, rectangles, found] = frames([
    (scene) => painter.paint(scene, look),
    (scene) => everyRectangle(context, scene, look),
    (scene) => barAt(scene, 700, 400),
  ]);
  return { bars: count, readMs, ...painted, rectanglesMs: rectangles.drawnMs, findMs: found.scriptMs };
}

/** The comparison: one `fillRect` for each bar, as charts commonly do. */
function everyRectangle(context: CanvasRenderingContext2D, scene: Scene, look: Look): void {
  const { bars, rows, window, width } = scene;
  const perMs = width / (window.toMs - window.fromMs);
  context.clearRect(0, 0, WIDTH, HEIGHT);
  for (const { row, lane, fromMs, toMs, gpr } of bars.ofRow.flat()) {
    const each = rows.heightOf(row) / rows.lanes[row];
    context.fillStyle = look.colors[gpr];
    context.fillRect(
      (fromMs - window.fromMs) * perMs,
      rows.top[row] + lane * each,
      (toMs - fromMs) * perMs,
      each - 1,
    );
  }
}

function lookOf({ rows, gprs }: GanttAnswer): Look {
  return {
    palette: {
      panel: '#ffffff',
      row: '#eef0f3',
      free: '#e4e7ec',
      line: '#d5d9e0',
      text: '#1b1f26',
      quiet: '#59616e',
      accent: '#1f5f99',
      link: '#0b57a4',
      bad: '#b3261e',
      badPage: '#fdecea',
      waits: ['#7440ab', '#a85400', '#08766a', '#b3261e', '#59616e'],
    },
    fontFamily: 'sans-serif',
    gutter: 100,
    rows,
    gprs,
    startMs: 0,
    colors: gprs.map((_, i) => COLORS[i % COLORS.length]),
  };
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}
