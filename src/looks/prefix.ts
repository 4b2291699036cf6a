// The beginning that the names of a list have in common: it distinguishes none of them, so that the ends get its room.

const AT_END_OF_PART = /^.*[-_./: ]/s;

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

/** By name: what it has in common with the name before or after it, whichever is longer. */
export function prefixes(names: readonly string[]): readonly string[] {
  const shared = names.map((name, i) => (i === 0 ? '' : commonPrefix([names[i - 1], name])));
  return shared.map((before, i) => {
    const after = shared[i + 1] ?? '';
    return after.length > before.length ? after : before;
  });
}
