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

/** Draws waits of less than a period plainly. */
export class WaitPainter {
  #brushes: { readonly key: string; readonly list: readonly Brush[] } | undefined;

  /** @param unlit how much of its color a wait has that `isLit` does not name */
  paint(
    raster: Raster,
    scene: Scene,
    { panel, waits }: Pick<Palette, 'panel' | 'waits'>,
    { isLit, unlit }: { readonly isLit: (reason: number) => boolean; readonly unlit: number },
  ): void {
    const { colored, lines } = waitRectangles(scene, WAIT_REASONS.length);
    const line = pixelOf(panel);
    for (let i = 0; i < lines.length; i += 4)
      raster.fill(lines[i], lines[i + 1], lines[i] + lines[i + 2], lines[i + 1] + lines[i + 3], line);
    const shares = waits.map((_, reason) => (isLit(reason) ? 1 : unlit));
    const brushes = this.#brushesOf(waits, shares, panel, scene.ratio);
    colored.forEach((list, reason) => {
      const { color, tile } = brushes[reason];
      for (let i = 0; i < list.length; i += 4) {
        const [left, top, width, height] = [list[i], list[i + 1], list[i + 2], list[i + 3]];
        if (width < PERIOD * scene.ratio) raster.fill(left, top, left + width, top + height, color);
        else raster.fillTile(left, top, left + width, top + height, tile);
      }
    });
  }

  #brushesOf(
    colors: readonly string[],
    shares: readonly number[],
    panel: string,
    ratio: number,
  ): readonly Brush[] {
    const key = [...colors, ...shares, panel, ratio].join();
    if (this.#brushes?.key !== key) {
      const scale = Math.max(1, Math.round(ratio));
      const list = colors.map((color, reason) => {
        const [dash, gap] = DASHES[WAIT_REASONS[reason]];
        const [full, pale] = [shares[reason], shares[reason] * PALE].map((of) =>
          mixedPixel(color, of, panel),
        );
        const isDash = (x: number) => Math.floor(x / scale) % (dash + gap) < dash;
        return { color: full, tile: tileOf(PERIOD * scale, (x) => (isDash(x) ? full : pale)) };
      });
      this.#brushes = { key, list };
    }
    return this.#brushes.list;
  }
}
