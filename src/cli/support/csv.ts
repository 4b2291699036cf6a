/** A line of a table with commas between its cells, quoted as RFC 4180 has it. The words of a list have blanks between them. */
export function csvLine(values: readonly unknown[]): string {
  return values.map(cell).join(',');
}

function cell(value: unknown): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
