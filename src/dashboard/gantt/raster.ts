// Draws bars into an array of pixels: with very many bars, this takes a small part of the time of drawing rectangles.

import { STRIPE, STRIPE_COLORED } from '../axis/stripe.ts';
import { Kind } from './bars.ts';
import { eachRectangle, MERGED, type Scene } from './scene.ts';

/** Pixels as in ImageData: 0xAABBGGRR on the machines that run browsers. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint32Array;
}

/** @param colors GPR → color. @param merged the color of what several GPRs share. Uncovered pixels are kept. */
export function fillPixels(pixels: Pixels, scene: Scene, colors: Uint32Array, merged: number): void {
  const { data, width } = pixels;
  const { gpr, kind } = scene.bars;
  eachRectangle(scene, (left, top, right, bottom, bar) => {
    const color = bar === MERGED || gpr[bar] < 0 ? merged : colors[gpr[bar]];
    const isStriped = bar !== MERGED && kind[bar] === Kind.planned;
    for (let y = top; y < bottom; y++) {
      const line = y * width;
      if (isStriped) {
        for (let x = left; x < right; x++) if ((x + y) % STRIPE < STRIPE_COLORED) data[line + x] = color;
      } else if (right - left < 16) {
        for (let x = line + left; x < line + right; x++) data[x] = color;
      } else data.fill(color, line + left, line + right);
    }
  });
}

/** The pixel of a color such as `#4477aa`. */
export function pixelOf(color: string): number {
  const value = Number.parseInt(color.slice(1), 16);
  const red = value >> 16;
  const green = (value >> 8) & 0xff;
  const blue = value & 0xff;
  return ((0xff << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
