// Draws the waits of a Gantt chart. Reasons differ in color and in the form of the line.

import { WAIT_REASONS, type WaitReason } from '../../../looks/wait-reasons.ts';
import type { Palette } from '../../axis/palette.ts';
import type { Scene } from '../scene/scene.ts';
import { waitRectangles } from '../scene/wait-pieces.ts';

/** Reason → CSS pixels of a dash and of the pale gap behind it. */
const DASHES: Readonly<Record<WaitReason, readonly [dash: number, gap: number]>> = {
  workspace: [8, 0],
  head: [6, 2],
  room: [2, 2],
  down: [1, 3],
};
const PERIOD = 8;
/** How much of the color a gap has. */
const PALE = 0.35;
/** How much of the color of a wait is left beside a marked kind. */
const UNLIT = 0.2;

type Brushes = readonly (string | CanvasPattern)[];

/** Draws waits of less than a period plainly. */
export class WaitPainter {
  #brushes: { readonly of: readonly string[]; readonly ratio: number; readonly list: Brushes } | undefined;

  /** @param isLit whether a reason has its full color */
  paint(
    context: CanvasRenderingContext2D,
    scene: Scene,
    { panel, waits }: Pick<Palette, 'panel' | 'waits'>,
    isLit: (reason: number) => boolean,
  ): void {
    const { colored, lines } = waitRectangles(scene, WAIT_REASONS.length);
    context.fillStyle = panel;
    fill(context, lines);
    const brushes = this.#brushesOf(context, waits, scene.ratio);
    colored.forEach((list, reason) => {
      context.globalAlpha = isLit(reason) ? 1 : UNLIT;
      context.fillStyle = waits[reason];
      fill(context, list, (width) => width < PERIOD * scene.ratio);
      context.fillStyle = brushes[reason];
      fill(context, list, (width) => width >= PERIOD * scene.ratio);
    });
    context.globalAlpha = 1;
  }

  #brushesOf(context: CanvasRenderingContext2D, of: readonly string[], ratio: number): Brushes {
    if (this.#brushes?.of !== of || this.#brushes.ratio !== ratio) {
      const list = of.map((color, reason) => brushOf(context, color, DASHES[WAIT_REASONS[reason]], ratio));
      this.#brushes = { of, ratio, list };
    }
    return this.#brushes.list;
  }
}

/** One path: a `fillRect` for each of thousands takes several times as long, most of all with a pattern. */
function fill(
  context: CanvasRenderingContext2D,
  list: readonly number[],
  isMeant: (width: number) => boolean = () => true,
): void {
  context.beginPath();
  for (let i = 0; i < list.length; i += 4)
    if (isMeant(list[i + 2])) context.rect(list[i], list[i + 1], list[i + 2], list[i + 3]);
  context.fill();
}

function brushOf(
  context: CanvasRenderingContext2D,
  color: string,
  [dash, gap]: readonly [number, number],
  ratio: number,
): string | CanvasPattern {
  if (gap === 0) return color;
  const scale = Math.max(1, Math.round(ratio));
  const tile = new OffscreenCanvas(PERIOD * scale, 1);
  const drawn = tile.getContext('2d')!;
  drawn.fillStyle = color;
  drawn.globalAlpha = PALE;
  drawn.fillRect(0, 0, PERIOD * scale, 1);
  drawn.globalAlpha = 1;
  for (let x = 0; x < PERIOD; x += dash + gap) drawn.fillRect(x * scale, 0, dash * scale, 1);
  return context.createPattern(tile, 'repeat')!;
}
