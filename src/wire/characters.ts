// Lengths of texts in characters (code points), as JSON Schema counts them.

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
