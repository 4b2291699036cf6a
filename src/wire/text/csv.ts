/** A line of CSV, quoted as in RFC 4180. Elements of a list are separated by blanks. */
export function csvLine(values: readonly unknown[]): string {
  return values.map(cell).join(',');
}

function cell(value: unknown): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
