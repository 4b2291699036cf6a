import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import * as v from 'valibot';
import { text } from '../../../api/frame/request/fields.ts';
import { badUsage, CommandFailure } from '../../../arguments/command-failure.ts';
import { defaultPath } from '../../../arguments/data-folder.ts';
import { keptFile, unknownName } from '../../../arguments/words.ts';
import type { ApiKey } from '../../../driver/world.ts';
import { fileWord } from '../../../files/shell-word.ts';
import { WrongFile } from '../../../store/store-error.ts';
import { WorldFile } from '../../../store/world-file.ts';
import { hasEnded, isDay, yearFrom } from '../../../wire/time/validity.ts';
import { choice } from '../../support/flags.ts';
import type { Output } from '../../support/output/output.ts';
import { table } from '../../support/output/text-table.ts';
import { withKeyHint } from '../../support/process/file-in-use.ts';
import { resumed } from '../../support/sources/resumed.ts';

export const ROLES = ['Owner', 'Editor', 'Viewer'] as const;

interface FileFlags {
  /** Default: the file of `gprsim serve`. */
  readonly db?: string;
}

function listKeys(flags: FileFlags, output: Output): Promise<void> {
  return withFile(WorldFile.read, flags, (file) => {
    const keys = file.keys.list();
    output.data(
      keys.map(({ id, apiKey, name, role, workspaceName, validity }) => ({
        id,
        apiKey,
        name,
        role,
        workspaceName,
        validity,
      })),
    );
    const rows = keys.map(({ apiKey, role, workspaceName, validity, name }) => [
      apiKey,
      role,
      workspaceName || '–',
      hasEnded(validity, Date.now()) ? `${validity} (ended)` : validity,
      name,
    ]);
    const header = ['key', 'role', 'workspace', 'valid until', 'name'];
    const least = { [header.indexOf('workspace')]: 5, [header.indexOf('name')]: 5 };
    for (const line of table([header, ...rows], { least })) output.text(line);
  });
}

interface NewKeyFlags extends FileFlags {
  readonly name: string;
  readonly role: (typeof ROLES)[number];
  readonly workspace?: string;
  readonly validUntil?: string;
}

async function addKey(flags: NewKeyFlags, output: Output): Promise<void> {
  const nowMs = Date.now();
  const { name, validUntil: validity = yearFrom(nowMs) } = flags;
  const named = v.safeParse(text(), name);
  if (!named.success) throw badUsage(`--name ${named.issues[0].message}`);
  if (!isDay(validity)) {
    throw badUsage(`--valid-until takes a day such as ${yearFrom(nowMs)}, not ${JSON.stringify(validity)}`);
  }
  if (hasEnded(validity, nowMs)) throw badUsage(`--valid-until ${validity} has passed; give a later day`);
  if (flags.role !== 'Owner' && flags.workspace === undefined) {
    throw badUsage(`--role ${flags.role} needs a workspace; give it with --workspace`);
  }
  await withFile(toChange, flags, async (file) => {
    if (file.keys.list().some((known) => known.name === name)) {
      throw new CommandFailure(
        `${file.path} already has a key named ${JSON.stringify(name)}; give another --name, or remove that key first`,
      );
    }
    const key = file.keys.create({
      name,
      description: '',
      role: flags.role,
      userName: 'admin',
      workspaceName: flags.workspace ?? '',
      workspaceCreation:
        flags.workspace === undefined ? null : await creationOf(file, flags.workspace, output),
      validity,
    });
    output.data({ apiKey: key.apiKey });
    output.text(key.apiKey);
  });
}

/** Removes a key by its name, id or value; `-` reads it from standard input, hidden from other users of the machine. */
function removeKey(which: string, flags: FileFlags, output: Output): Promise<void> {
  const wanted = which === '-' ? readFileSync(process.stdin.fd, 'utf8').trim() : which;
  return withFile(toChange, flags, (file) => {
    const key = keyOf(file, wanted);
    file.keys.remove(key.apiKey);
    output.data({ removed: key.id, name: key.name });
    output.text(`removed ${key.name}`);
  });
}

/** The key with this value, id or name. Errors do not repeat the argument, which may be a secret. */
function keyOf({ keys, path }: WorldFile, wanted: string): ApiKey {
  const known = keys.byValue(wanted) ?? keys.byId(wanted);
  if (known !== undefined) return known;
  const named = keys.list().filter(({ name }) => name === wanted);
  if (named.length === 0) {
    throw badUsage(`unknown key in ${path}; gprsim keys list --db ${fileWord(path)} shows its keys`);
  }
  if (named.length > 1) {
    const ids = named.map(({ id, role, workspaceName }) => `${id} (${`${role} ${workspaceName}`.trim()})`);
    throw badUsage(`${path} has ${named.length} keys with this name; give one of the ids: ${ids.join(', ')}`);
  }
  return named[0];
}

function toChange(path: string): WorldFile {
  return WorldFile.open(path, { mustExist: true });
}

async function withFile(
  open: (path: string) => WorldFile,
  { db }: FileFlags,
  use: (file: WorldFile) => void | Promise<void>,
): Promise<void> {
  const file = open(db === undefined ? servedFile() : keptFile(db, '--db'));
  try {
    await use(file);
  } finally {
    file.close();
  }
}

/** The file that serve uses without a scenario and without --db. @throws WrongFile if it does not exist */
function servedFile(): string {
  const path = defaultPath();
  if (existsSync(path)) return path;
  throw new WrongFile(`there is no file ${path}; gprsim serve creates it, and --db FILE names another file`);
}

/** The creation number of a workspace: a key does not open a later workspace of the same name. */
async function creationOf(file: WorldFile, name: string, output: Output): Promise<number> {
  const { simulation } = await resumed(file, output);
  const workspace = simulation.views.workspace(name);
  if (workspace === undefined) {
    const names = simulation.views.workspaces().map((known) => known.name);
    throw badUsage(unknownName('workspace', name, file.path, names));
  }
  return workspace.creation;
}

export function declare(command: Command, output: Output): void {
  command.helpCommand('help [COMMAND]', 'Show the help of a command.');
  const declared = (usage: string, description: string) =>
    command
      .command(usage)
      .description(description)
      .option('--db <FILE>', 'use this file (default: the file of gprsim serve)');
  declared('list', 'List the keys.').action((flags) => listKeys(flags, output));
  declared('add', 'Create a key and print it.')
    .requiredOption('--name <NAME>', 'name of the key')
    .addOption(choice('--role <ROLE>', 'role of the key', ROLES).makeOptionMandatory())
    .option('--workspace <NAME>', 'workspace of an Editor or a Viewer')
    .option('--valid-until <YYYY-MM-DD>', 'last day on which the key is valid (default: a year from now)')
    .action((flags) => withKeyHint(() => addKey(flags, output)));
  declared('remove <KEY>', 'Remove a key by name, id or value; - reads it from standard input.').action(
    (key, flags) => withKeyHint(() => removeKey(key, flags, output)),
  );
}
