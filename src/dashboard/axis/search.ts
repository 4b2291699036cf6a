/** The first of the indexes from 0 up to `size` from which on a condition holds; `size` if it holds nowhere. */
export function firstFrom(size: number, holds: (index: number) => boolean): number {
  let from = 0;
  let to = size;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
