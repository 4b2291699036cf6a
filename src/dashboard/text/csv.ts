/** RFC 4180. @param lines of cells, the names of the columns first */
export function csvText(lines: readonly (readonly string[])[]): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}
