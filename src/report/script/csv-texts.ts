import { unpacked } from './unpack.ts';

/** The CSV in an element, which it unpacks at the first call. */
export function csvIn(pre: Element): string {
  const text = pre.textContent ?? '';
  if (!pre.classList.contains('packed')) return text;
  const texts = pre.closest('section')?.querySelector('pre.texts')?.textContent;
  const csv = unpacked(JSON.parse(text), JSON.parse(texts ?? '[]'));
  pre.textContent = csv;
  pre.classList.remove('packed');
  return csv;
}

/** The cells of a line. */
export function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
  );
}
