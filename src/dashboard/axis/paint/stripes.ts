// The stripes of planned bars, and of what is not read yet.

/** Device pixels from one stripe to the next; half of them are colored, the others pale. */
const STRIPE = 6;
export const PALE = 0.25;

export function stripeSize(ratio: number): number {
  return STRIPE * Math.max(1, Math.round(ratio));
}

/** @param size of `stripeSize` */
export function isStripe(x: number, y: number, size: number): boolean {
  return (x + y) % size < size / 2;
}

export class Stripes {
  readonly #patterns = new Map<string, CanvasPattern>();

  of(context: CanvasRenderingContext2D, color: string, ratio: number): CanvasPattern {
    const key = `${color} ${ratio}`;
    let pattern = this.#patterns.get(key);
    if (pattern === undefined) {
      pattern = context.createPattern(tileOf(color, stripeSize(ratio)), 'repeat')!;
      this.#patterns.set(key, pattern);
    }
    return pattern;
  }
}

function tileOf(color: string, size: number): OffscreenCanvas {
  const tile = new OffscreenCanvas(size, size);
  const context = tile.getContext('2d')!;
  context.fillStyle = color;
  context.globalAlpha = PALE;
  context.fillRect(0, 0, size, size);
  context.globalAlpha = 1;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) if (isStripe(x, y, size)) context.fillRect(x, y, 1, 1);
  return tile;
}
