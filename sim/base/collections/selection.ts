// Selects a page of a list in an order, without sorting the list.

/** Keys examined in a step. */
const STEP_KEYS = 1 << 13;

/**
 * Returns the items at the places `from` to `end − 1` of the list in ascending order of its keys, equal ones in the order of the
 * list. Places beyond the list are left out. The time is proportional to the length of the list, except for rare orders of the list.
 */
export function pageOf(
  list: readonly number[],
  keyOf: (item: number) => number,
  from: number,
  end: number,
): number[] {
  return pageOfKeys(Float64Array.from(list, keyOf), from, end).map((place) => list[place]);
}

/** As `pageOf`, but returns the indexes of the keys. */
function pageOfKeys(keys: Float64Array | readonly (number | string)[], from: number, end: number): number[] {
  const steps = pageInSteps(keys, from, end);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * As `pageOfKeys`, in steps, in ascending or descending order. Places without a value (undefined, NaN) come last, in the order of
 * the list. In descending order, equal values are in the opposite order of the list.
 */
export function* pageOfValues(
  values: readonly (number | string | undefined)[],
  isDescending: boolean,
  from: number,
  end: number,
): Generator<void, number[]> {
  const others: number[] = [];
  for (let place = 0; place < values.length; place++) {
    if (place % STEP_KEYS === STEP_KEYS - 1) yield;
    if (values[place] === undefined || Number.isNaN(values[place])) others.push(place);
  }
  /** The other places and their values, if some have none: lists are long. */
  const valued: number[] = [];
  let keys = values as readonly (number | string)[];
  if (others.length > 0) {
    keys = keys.filter((value, place) => {
      const has = value !== undefined && !Number.isNaN(value);
      if (has) valued.push(place);
      return has;
    });
  }
  const { length } = keys;
  const last = Math.min(end, length);
  const page = isDescending
    ? (yield* pageInSteps(keys, Math.max(0, length - last), Math.max(0, length - from))).reverse()
    : yield* pageInSteps(keys, from, last);
  const rest = others.slice(Math.max(0, from - length), Math.max(0, end - length));
  return [...(others.length > 0 ? page.map((i) => valued[i]) : page), ...rest];
}

/** A name as a key: `request-9` comes before `request-10`. */
export function nameKey(name: string): string {
  return name.replace(/\d+/g, (digits) => String.fromCharCode(digits.length) + digits);
}

/** As `pageOfKeys`, in steps. The keys stay as they are. */
export function* pageInSteps<Key extends number | string>(
  keys: Float64Array | readonly Key[],
  from: number,
  end: number,
): Generator<void, number[]> {
  const { length } = keys;
  const last = Math.min(end, length);
  if (from >= last) return [];
  const moved = keys.slice() as Key[];
  if (from > 0) yield* settle(moved, 0, from);
  if (last < length) yield* settle(moved, from, last - 1);
  const chosen = moved.slice(from, last).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const low = chosen[0];
  const high = chosen[chosen.length - 1];
  const lowest: number[] = [];
  const between: number[] = [];
  const highest: number[] = [];
  let before = 0;
  for (let i = 0; i < length; i++) {
    const key = keys[i] as Key;
    if (key < low) before++;
    else if (key === low) {
      if (lowest.length < last) lowest.push(i);
    } else if (key < high) between.push(i);
    else if (key === high && highest.length < last - from) highest.push(i);
    if (i % STEP_KEYS === STEP_KEYS - 1) yield;
  }
  between.sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b));
  const first = lowest.slice(from - before, last - before);
  return [...first, ...between, ...highest.slice(0, last - from - first.length - between.length)];
}

/**
 * Reorders keys from place `from` on, so that `place` has the key that it would have if they were sorted, no key before it is
 * greater, and none behind it less.
 */
function* settle<Key extends number | string>(keys: Key[], from: number, place: number): Generator<void> {
  let low = from;
  let high = keys.length - 1;
  let examined = 0;
  while (low < high) {
    const pivot = middleOf(keys[low], keys[(low + high) >> 1], keys[high]);
    let left = low;
    let right = high;
    while (left <= right) {
      while (keys[left] < pivot) {
        left++;
        if (++examined % STEP_KEYS === 0) yield;
      }
      while (keys[right] > pivot) {
        right--;
        if (++examined % STEP_KEYS === 0) yield;
      }
      if (left <= right) {
        const key = keys[left];
        keys[left++] = keys[right];
        keys[right--] = key;
        if (++examined % STEP_KEYS === 0) yield;
      }
    }
    // Keys up to `right` are at most the pivot, keys from `left` on at least. Between them, a key is in its place.
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else return;
    yield;
  }
}

function middleOf<Key extends number | string>(a: Key, b: Key, c: Key): Key {
  if (a < b) return b < c ? b : a < c ? c : a;
  return a < c ? a : b < c ? c : b;
}
