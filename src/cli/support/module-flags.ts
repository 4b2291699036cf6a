// Flags whose values may be modules: policies in files.

import { badUsage } from '../../arguments/command-failure.ts';
import { oneOf } from '../../arguments/words.ts';

/** Whether a word is the path of a module: it has a folder, or ends as a file of JavaScript. */
export function isModulePath(word: string): boolean {
  return /[/\\]|\.m?js$/.test(word);
}

/** A parser of a word, or the path of a module. */
export function wordOrModule(flag: string, words: readonly string[]): (text: string) => string {
  if (flag === QUEUE) return wordOnly(words);
  const parse = oneOf(flag, [...words, 'the path of a module such as ./mine.mjs']);
  return (text) => (isModulePath(text) ? text : parse(text));
}

const QUEUE = '--queue';

/** A parser of the name of a queue policy. */
function wordOnly(words: readonly string[]): (text: string) => string {
  const parse = oneOf(QUEUE, words);
  return (text) => {
    if (isModulePath(text))
      throw badUsage(`${QUEUE} takes no module: only an order or a placement can be one, not ${text}`);
    const hint = FIELD_NAMES.get(text.toLowerCase());
    if (hint !== undefined) throw badUsage(`${QUEUE} takes ${words.join(', ')}, not ${text}: ${hint}`);
    return parse(text);
  };
}

/** Names of the field → how to have these policies. */
const FIELD_NAMES: ReadonlyMap<string, string> = new Map([
  ['fcfs', 'FCFS is --queue strict'],
  ['easy', 'EASY is --queue backfill'],
  ['sjf', 'SJF is --queue strict --order shortest'],
]);

/** A parser of the path of a module. */
export function modulePath(flag: string): (text: string) => string {
  return (text) => {
    if (isModulePath(text)) return text;
    throw badUsage(`${flag} takes the path of a module such as ./mine.mjs here, not ${JSON.stringify(text)}`);
  };
}
