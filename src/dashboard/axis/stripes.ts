// The stripes of planned bars, and of what is not read yet.

/** Device pixels from one stripe to the next, and how many of them are colored. */
const STRIPE = 6;
const STRIPE_COLORED = 3;

export class Stripes {
  readonly #patterns = new Map<string, CanvasPattern>();

  of(context: CanvasRenderingContext2D, color: string, ratio: number): CanvasPattern {
    const key = `${color} ${ratio}`;
    let pattern = this.#patterns.get(key);
    if (pattern === undefined) {
      pattern = context.createPattern(tileOf(color, Math.max(1, Math.round(ratio))), 'repeat')!;
      this.#patterns.set(key, pattern);
    }
    return pattern;
  }
}

function tileOf(color: string, scale: number): OffscreenCanvas {
  const size = STRIPE * scale;
  const tile = new OffscreenCanvas(size, size);
  const context = tile.getContext('2d')!;
  context.fillStyle = color;
  context.globalAlpha = 0.25;
  context.fillRect(0, 0, size, size);
  context.globalAlpha = 1;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) if ((x + y) % size < STRIPE_COLORED * scale) context.fillRect(x, y, 1, 1);
  return tile;
}
