// The stripes of planned bars.

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
