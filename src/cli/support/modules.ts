// Modules on the command line: policies in files. All are loaded before a command begins, and no other code of users ever is.

import type { Command } from 'commander';
import type { Faults } from '../../arguments/command-failure.ts';
import { addModule } from '../../modules/add-module.ts';
import type { ModuleKind } from '../../modules/given.ts';
import { readModule, WrongModule } from '../../modules/module-text.ts';
import { isModulePath } from './module-flags.ts';

/** The flags whose values may be modules, by member. */
const FLAGS: Readonly<Record<string, { readonly flag: string; readonly kind: ModuleKind }>> = {
  order: { flag: '--order', kind: 'order' },
  backfillOrder: { flag: '--backfill-order', kind: 'order' },
  placement: { flag: '--placement', kind: 'placement' },
  module: { flag: '--module', kind: 'any' },
};

/** Loads the modules of the flags of a command, and replaces their paths by their names in scenarios. */
export async function loadModules(command: Command, faults: Faults): Promise<void> {
  const given = command.opts<Readonly<Record<string, unknown>>>();
  for (const [member, { flag, kind }] of Object.entries(FLAGS)) {
    const value = given[member];
    if (value === undefined) continue;
    const words = [value].flat() as string[];
    const named = await namesOf(words, kind);
    for (const fault of named.faults) faults.add(`${flag} ${fault}`);
    command.setOptionValue(member, Array.isArray(value) ? named.names : named.names[0]);
  }
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
