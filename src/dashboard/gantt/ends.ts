// How attempts end: words, and the mark at the end of a bar.

export type Mark = 'none' | 'evicted' | 'node' | 'time' | 'failed';

interface End {
  readonly words: string;
  readonly mark: Mark;
}

/** By the word of the answer. */
const ENDS: Readonly<Record<string, End>> = {
  running: { words: 'running', mark: 'none' },
  complete: { words: 'complete', mark: 'none' },
  released: { words: 'released early', mark: 'none' },
  evicted: { words: 'evicted', mark: 'evicted' },
  'node-failure': { words: 'node failure', mark: 'node' },
  'idle-time-out': { words: 'idle time-out', mark: 'time' },
  failed: { words: 'provisioning failed', mark: 'failed' },
  'workspace-deleted': { words: 'workspace deleted', mark: 'none' },
  mixed: { words: 'ends differ', mark: 'none' },
};

/** What the marks mean, for the legend. */
export const MARKS: readonly (readonly [mark: Mark, words: string])[] = [
  ['evicted', 'evicted'],
  ['node', 'node failure'],
  ['time', 'idle time-out'],
  ['failed', 'provisioning failed'],
];

/** An end that this page does not know is shown by its word. */
export function endOf(word: string): End {
  if (Object.hasOwn(ENDS, word)) return ENDS[word];
  return { words: word.replaceAll('-', ' '), mark: word.includes('fail') ? 'failed' : 'none' };
}
