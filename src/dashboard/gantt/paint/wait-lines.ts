// Draws the waits of a Gantt chart. Reasons differ in color and in the form of the line.

import { WAIT_REASONS, type WaitReason } from '../../../looks/wait-reasons.ts';
import type { Palette } from '../../axis/paint/palette.ts';
import type { Scene } from '../scene/scene.ts';
import { waitRectangles } from '../scene/wait-pieces.ts';
import { mixedPixel, pixelOf, type Raster, type Tile, tileOf } from './raster.ts';

/** Reason → CSS pixels of a dash and of the pale gap behind it. */
const DASHES: Readonly<Record<WaitReason, readonly [dash: number, gap: number]>> = {
  workspace: [8, 0],
  head: [6, 2],
  room: [2, 2],
  down: [1, 3],
  cycle: [8, 0],
};
const PERIOD = 8;
/** How much of the color a gap has. */
const PALE = 0.35;

interface Brush {
  readonly color: number;
  readonly tile: Tile;
}

/** Draws waits; those of less than a period plainly. @param unlit how much of its color a wait has that `isLit` does not name */
export function paintWaits(
  raster: Raster,
  scene: Scene,
  { panel, waits }: Pick<Palette, 'panel' | 'waits'>,
  { isLit, unlit }: { readonly isLit: (reason: number) => boolean; readonly unlit: number },
): void {
  const { colored, lines } = waitRectangles(scene, WAIT_REASONS.length);
  const line = pixelOf(panel);
  for (let i = 0; i < lines.length; i += 4)
    raster.fill(lines[i], lines[i + 1], lines[i] + lines[i + 2], lines[i + 1] + lines[i + 3], line);
  colored.forEach((list, reason) => {
    const { color, tile } = brushOf(waits[reason], reason, isLit(reason) ? 1 : unlit, panel, scene.ratio);
    for (let i = 0; i < list.length; i += 4) {
      const [left, top, width, height] = [list[i], list[i + 1], list[i + 2], list[i + 3]];
      if (width < PERIOD * scene.ratio) raster.fill(left, top, left + width, top + height, color);
      else raster.fillTile(left, top, left + width, top + height, tile);
    }
  });
}

/** Five small tiles for each frame. */
function brushOf(color: string, reason: number, share: number, panel: string, ratio: number): Brush {
  const scale = Math.max(1, Math.round(ratio));
  const [dash, gap] = DASHES[WAIT_REASONS[reason]];
  const [full, pale] = [share, share * PALE].map((of) => mixedPixel(color, of, panel));
  const isDash = (x: number) => Math.floor(x / scale) % (dash + gap) < dash;
  return { color: full, tile: tileOf(PERIOD * scale, (x) => (isDash(x) ? full : pale)) };
}
