// Characters (code points) of texts, as JSON Schema counts them.

/** Whether the text has at most `most` characters. */
export function hasAtMost(text: string, most: number): boolean {
  if (text.length <= most) return true;
  // A character has at most two UTF-16 units.
  return text.length <= 2 * most && charactersOf(text) <= most;
}

export function charactersOf(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The first `most` characters of the text, or fewer. */
export function firstCharacters(text: string, most: number): string {
  return text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join('');
}

/** The first `units` UTF-16 units of the text, without half of a surrogate pair at the end. */
export function cutAfter(text: string, units: number): string {
  return text.slice(0, units).replace(/[\ud800-\udbff]$/, '');
}

/** The last `units` UTF-16 units of the text, without half of a surrogate pair at the begin. */
export function cutBefore(text: string, units: number): string {
  return text.slice(text.length - units).replace(/^[\udc00-\udfff]/, '');
}

/** Control characters, and halves of surrogate pairs. A constant, because the bundle would compile an inline pattern at each use. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text);
}
