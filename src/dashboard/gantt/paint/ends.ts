// How attempts end: words, and the mark at the end of a bar. Marks differ in form, not only in color.

import type { GanttAnswer } from '../../../api/sim/answers.ts';
import type { Bar } from '../data/bars.ts';
import type { Scene } from '../scene/scene.ts';

/** A form in the square from −1 to 1, as the path of an SVG; filled, or a line. */
export interface Mark {
  readonly path: string;
  readonly isLine?: true;
}

interface End {
  readonly words: string;
  readonly mark?: Mark;
}

/** Narrower bars have no mark, CSS pixels. */
const MARKED_MIN = 9;

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
