const VALUE = /\uE000(\d+)\uE000/g;

/** The words of a command line. A value is one word or a part of one, also if it has blanks; a list is several words. */
export function words(
  { raw }: TemplateStringsArray,
  ...values: readonly (string | number | readonly string[])[]
): string[] {
  const line = raw.map((text, i) => (i < values.length ? `${text}\uE000${i}\uE000` : text)).join('');
  return line
    .trim()
    .split(/\s+/)
    .flatMap((word) => {
      const lists = [...word.matchAll(VALUE)].map(([whole, i]) => (whole === word ? values[Number(i)] : ''));
      if (Array.isArray(lists[0])) return lists[0];
      return word.replace(VALUE, (_, i) => String(values[i]));
    });
}
