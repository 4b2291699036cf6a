/** The CSV in an element, which it unpacks at the first call. */
export async function csvIn(pre: Element): Promise<string> {
  const text = pre.textContent ?? '';
  if (!pre.classList.contains('packed')) return text;
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const csv = await new Response(plain).text();
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
