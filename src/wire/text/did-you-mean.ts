/** The most changes that count as a typing error: one in a short word, more in a long one. */
function changesMax(word: string): number {
  return Math.max(1, Math.floor(word.length / 4));
}

/** `; did you mean …?` with the nearest word; '' if no word is near. */
export function didYouMean(typed: string, words: readonly string[]): string {
  const near = words
    .filter((word) => Math.abs(word.length - typed.length) <= changesMax(word))
    .map((word) => ({ word, distance: distance(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= changesMax(word) && distance < word.length)
    .sort((a, b) => a.distance - b.distance);
  return near.length === 0 ? '' : `; did you mean ${near[0].word}?`;
}

/** Optimal string alignment distance: letters to insert, delete, change, or swap with the next one. */
function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const changed = last[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, changed);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwapped) row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length];
}
