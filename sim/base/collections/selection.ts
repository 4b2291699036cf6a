// Selects a page of a list in an order, without sorting the list.

/**
 * Returns the items at the places `from` to `end − 1` of the list in ascending order of its keys. The keys must differ. Places
 * beyond the list are left out. The time is proportional to the length of the list, except for rare orders of the list.
 */
export function pageOf(
  list: readonly number[],
  keyOf: (item: number) => number,
  from: number,
  end: number,
): number[] {
  const { length } = list;
  const last = Math.min(end, length);
  if (from >= last) return [];
  const keys = new Float64Array(length);
  const items = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    keys[i] = keyOf(list[i]);
    items[i] = list[i];
  }
  if (from > 0) settle(keys, items, 0, from);
  if (last < length) settle(keys, items, from, last);
  return Array.from({ length: last - from }, (_, i) => from + i)
    .sort((a, b) => keys[a] - keys[b])
    .map((i) => items[i]);
}

/** Reorders both arrays from place `from` on, so that no key before `place` is greater than one at `place` or behind it. */
function settle(keys: Float64Array, items: Float64Array, from: number, place: number): void {
  let low = from;
  let high = keys.length - 1;
  while (low < high) {
    const pivot = middleOf(keys[low], keys[(low + high) >> 1], keys[high]);
    let left = low;
    let right = high;
    while (left <= right) {
      while (keys[left] < pivot) left++;
      while (keys[right] > pivot) right--;
      if (left <= right) {
        swap(keys, left, right);
        swap(items, left++, right--);
      }
    }
    // Keys up to `right` are at most the pivot, keys from `left` on at least. Between them, a key is in its place.
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else return;
  }
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function swap(array: Float64Array, a: number, b: number): void {
  const value = array[a];
  array[a] = array[b];
  array[b] = value;
}
