// Fast conversion between integers and hexadecimal digits, with a table instead of Number's conversions.

/** byte → its two digits. */
const BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Returns the 8 digits of a 32-bit integer, signed or not. */
export function hexOf(word: number): string {
  return BYTES[word >>> 24] + BYTES[(word >>> 16) & 255] + BYTES[(word >>> 8) & 255] + BYTES[word & 255];
}

/** Returns the integer with the lowercase digits `text[from … to)`; NaN if one is not a digit. */
export function hexAt(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) value = value * 16 + digitOf(text.charCodeAt(i));
  return value;
}

function digitOf(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 48;
  return unit >= 97 && unit <= 102 ? unit - 87 : Number.NaN;
}
