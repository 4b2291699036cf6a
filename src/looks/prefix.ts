// The beginning that the names of a list have in common: it says nothing within the list, so that the ends get its room.

const AT_END_OF_PART = /^[^]*[-_./: ]/;

/**
 * The longest common beginning that ends at a separator, such as `worker-1-` of `worker-1-8` and `worker-1-12`; '' without one,
 * and if there are no two different names. It leaves something of each name.
 */
export function commonPrefix(names: readonly string[]): string {
  const [first = '', ...others] = names;
  if (others.every((name) => name === first)) return '';
  let length = Math.min(...names.map((name) => name.length)) - 1;
  for (const name of others) {
    let same = 0;
    while (same < length && name[same] === first[same]) same += 1;
    length = same;
  }
  return AT_END_OF_PART.exec(first.slice(0, Math.max(0, length)))?.[0] ?? '';
}
