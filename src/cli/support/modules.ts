// Modules on the command line: policies in files. All are loaded before a command begins, and no other code of users ever is.

import type { Command } from 'commander';
import { badUsage } from '../../arguments/command-failure.ts';
import { oneOf } from '../../arguments/flag-values.ts';
import { addModule } from '../../modules/add-module.ts';
import type { ModuleKind } from '../../modules/given.ts';
import { readModule, WrongModule } from '../../modules/module-text.ts';

/** The flags whose values may be modules, by member. */
const FLAGS: Readonly<Record<string, { readonly flag: string; readonly kind: ModuleKind }>> = {
  order: { flag: '--order', kind: 'order' },
  backfillOrder: { flag: '--backfill-order', kind: 'order' },
  placement: { flag: '--placement', kind: 'placement' },
  module: { flag: '--module', kind: 'any' },
};

/** Whether a word is the path of a module: it has a folder, or ends as a file of JavaScript. */
function isModulePath(word: string): boolean {
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

/** Loads the modules of the flags of a command before it begins, and replaces their paths by their names in scenarios. */
export function loadModulesFirst(program: Command): void {
  program.hook('preAction', async (_, command) => {
    const given = command.opts<Readonly<Record<string, unknown>>>();
    const faults: string[] = [];
    for (const [member, { flag, kind }] of Object.entries(FLAGS)) {
      const value = given[member];
      if (value === undefined) continue;
      const words = [value].flat() as string[];
      const named = await namesOf(words, kind);
      faults.push(...named.faults.map((fault) => `${flag} ${fault}`));
      command.setOptionValue(member, Array.isArray(value) ? named.names : named.names[0]);
    }
    if (faults.length > 0) throw badUsage(faults.join('\n'));
  });
}

/** The names of policies, or what is wrong with their modules. */
async function namesOf(
  words: readonly string[],
  kind: ModuleKind,
): Promise<{ names: readonly string[]; faults: readonly string[] }> {
  /** Name → the word that has it. */
  const names = new Map<string, string>();
  const faults: string[] = [];
  for (const word of words) {
    try {
      const name = kind === 'any' || isModulePath(word) ? await loaded(word, kind) : word;
      const same = names.get(name);
      // Several modules of one kind are variants of a comparison.
      if (same !== undefined && kind !== 'any')
        faults.push(`has ${same} and ${word}, which are the same module; give one`);
      names.set(name, word);
    } catch (error) {
      if (!(error instanceof WrongModule)) throw error;
      faults.push(error.message);
    }
  }
  return { names: [...names.keys()], faults };
}

/** Loads a module; returns its name. */
async function loaded(path: string, kind: ModuleKind): Promise<string> {
  const module = readModule(path);
  await addModule(module, kind);
  return module.name;
}
