// Commands about the file of a world: its keys, copies and repair.

import { exportWorld, importWorld } from '../commands/world-file/export-import.ts';
import { addKey, listKeys, ROLES, removeKey } from '../commands/world-file/keys.ts';
import { tables } from '../commands/world-file/tables/tables.ts';
import type { Output } from '../support/output/output.ts';
import { withKeyHint } from '../support/process/file-in-use.ts';
import { type Add, addModules, addModulesOfFile, choice } from './flags.ts';

export function addKeys(add: Add, output: Output): void {
  const keys = add('keys', "List, add and remove the API keys of a world's file.").helpCommand(
    'help [COMMAND]',
    'Show the help of a command.',
  );
  const command = (usage: string, description: string) =>
    keys
      .command(usage)
      .description(description)
      .option('--db <FILE>', 'use this file (default: the file of gprsim serve)');
  command('list', 'List the keys.').action((flags) => listKeys(flags, output));
  command('add', 'Create a key and print it.')
    .requiredOption('--name <NAME>', 'name of the key')
    .addOption(choice('--role <ROLE>', 'role of the key', ROLES).makeOptionMandatory())
    .option('--workspace <NAME>', 'workspace of an Editor or a Viewer')
    .option('--valid-until <YYYY-MM-DD>', 'last day on which the key is valid (default: a year from now)')
    .action((flags) => withKeyHint(() => addKey(flags, output)));
  command('remove <KEY>', 'Remove a key by name, id or value; - reads it from standard input.').action(
    (key, flags) => withKeyHint(() => removeKey(key, flags, output)),
  );
}

export function addCopies(add: Add, output: Output): void {
  add('export <FILE> <OUT>', 'Copy a world without its keys.').action((file, out) =>
    exportWorld(file, out, output),
  );
  addModulesOfFile(
    add('import <FILE> <OUT>', 'Rebuild a world in a new file from the scenario and journal of a file.'),
  ).action((file, out) => importWorld(file, out, output));
  addModules(add('tables <FILE> <OUT>', 'Write the run of a file as SQL tables to a new SQLite file.'))
    .option('--facts', 'also write every fact, with its members as JSON')
    .action((file, out, flags) => tables(file, out, flags, output));
}
