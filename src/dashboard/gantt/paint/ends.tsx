// How attempts end: words, and the mark at the end of a bar. Marks differ in form, not only in color.

import type { GanttAnswer } from '../../../api/sim/answers.ts';
import type { Bar } from '../data/bars.ts';
import type { Scene } from '../scene/scene.ts';

/** A form in the square from −1 to 1, as the path of an SVG; filled, or a line. */
interface Mark {
  readonly path: string;
  readonly isLine?: true;
}

interface End {
  readonly words: string;
  readonly mark?: Mark;
}

/** Narrower bars have no mark, CSS pixels. */
export const MARKED_MIN = 9;

/** By the word of the answer. */
export const ENDS: Readonly<Record<GanttAnswer['bars']['end'][number], End>> = {
  running: { words: 'running' },
  complete: { words: 'complete' },
  released: { words: 'released early' },
  evicted: { words: 'evicted', mark: { path: 'M0-1 1 1H-1Z' } },
  'node-failure': { words: 'node failure', mark: { path: 'M-1-1 1 1M1-1-1 1', isLine: true } },
  'idle-time-out': {
    words: 'idle time-out',
    mark: { path: 'M1 0A1 1 0 0 1-1 0 1 1 0 0 1 1 0', isLine: true },
  },
  failed: { words: 'provisioning failed', mark: { path: 'M-1-1H1V1H-1Z' } },
  'workspace-deleted': { words: 'workspace deleted' },
  mixed: { words: 'ends differ' },
};

/** Whether a bar that is drawn as this rectangle has room for the mark of its end, and its end is in view. */
export function hasMark(
  { ratio, width }: Scene,
  { kind, end }: Bar,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): boolean {
  // The size first: most bars of a full chart are too small.
  if (x1 - x0 < MARKED_MIN * ratio || y1 - y0 < 5 * ratio || x1 >= Math.round(width * ratio)) return false;
  return kind === 'past' && ENDS[end].mark !== undefined;
}

/** @param x, y the center. @param size of the square that the mark fills; all in the units of the context */
export function drawMark(
  context: CanvasRenderingContext2D,
  { path, isLine }: Mark,
  x: number,
  y: number,
  size: number,
  colors: { readonly panel: string; readonly text: string },
): void {
  context.fillStyle = colors.panel;
  context.fillRect(x - size / 2, y - size / 2, size, size);
  const half = size * 0.34;
  context.save();
  context.translate(x, y);
  context.scale(half, half);
  context.fillStyle = colors.text;
  context.strokeStyle = colors.text;
  context.lineWidth = Math.max(1, size * 0.16) / half;
  if (isLine) context.stroke(new Path2D(path));
  else context.fill(new Path2D(path));
  context.restore();
}

/** The mark as in the chart. */
export function MarkIcon({ mark: { path, isLine } }: { readonly mark: Mark }) {
  return (
    <svg class="mark" viewBox="-1.5 -1.5 3 3" width="12" height="12" aria-hidden="true">
      <path class={isLine ? 'stroked' : ''} d={path} />
    </svg>
  );
}
