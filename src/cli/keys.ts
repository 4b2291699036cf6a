import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { Recorder } from '../driver/recorder.ts';
import type { ApiKey } from '../driver/world.ts';
import { text } from '../http/fields.ts';
import { WorldFile } from '../store/world-file.ts';
import { hasEnded, isDay, yearFrom } from '../wire/validity.ts';
import { badUsage, CommandFailure } from './failure.ts';
import { type Output, table } from './output.ts';
import { keptFile } from './values.ts';

export const ROLES = ['Owner', 'Editor', 'Viewer'] as const;

export function listKeys({ db }: { db: string }, output: Output): void {
  withFile(WorldFile.read(keptFile(db, '--db')), (file) => {
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
      escaped(workspaceName) || '–',
      hasEnded(validity, Date.now()) ? `${validity} (ended)` : validity,
      escaped(name),
    ]);
    for (const line of table([['key', 'role', 'workspace', 'valid until', 'name'], ...rows]))
      output.text(line);
  });
}

interface NewKeyFlags {
  readonly db: string;
  readonly name: string;
  readonly role: (typeof ROLES)[number];
  readonly workspace?: string;
  readonly validUntil?: string;
}

export function addKey(flags: NewKeyFlags, output: Output): void {
  const nowMs = Date.now();
  const { name, validUntil: validity = yearFrom(nowMs) } = flags;
  const named = v.safeParse(text(), name);
  if (!named.success) throw badUsage(`--name ${named.issues[0].message}`);
  if (!isDay(validity)) {
    throw badUsage(`--valid-until takes a day such as ${yearFrom(nowMs)}, not ${JSON.stringify(validity)}`);
  }
  if (hasEnded(validity, nowMs)) throw badUsage(`--valid-until ${validity} has passed`);
  if (flags.role !== 'Owner' && flags.workspace === undefined) {
    throw badUsage(`a key of the role ${flags.role} is for one workspace: give it with --workspace`);
  }
  withFile(toChange(flags.db), (file) => {
    const key = file.keys.create({
      name,
      description: '',
      role: flags.role,
      userName: 'admin',
      workspaceName: flags.workspace ?? '',
      workspaceCreation: flags.workspace === undefined ? null : creationOf(file, flags.workspace),
      validity,
    });
    output.data({ apiKey: key.apiKey });
    output.text(key.apiKey);
  });
}

/** Removes a key by its name, id or value. Other users see what is typed: `-` has it come from standard input. */
export function removeKey(which: string, { db }: { db: string }, output: Output): void {
  const wanted = which === '-' ? readFileSync(process.stdin.fd, 'utf8').trim() : which;
  withFile(toChange(db), (file) => {
    const key = keyOf(file, wanted);
    file.keys.remove(key.apiKey);
    output.data({ removed: key.id, name: key.name });
    output.text(`removed ${escaped(key.name)}`);
  });
}

/** The key that is meant. What was typed may be a secret: an error does not repeat it. */
function keyOf({ keys, path }: WorldFile, wanted: string): ApiKey {
  const known = keys.byValue(wanted) ?? keys.byId(wanted);
  if (known !== undefined) return known;
  const named = keys.list().filter(({ name }) => name === wanted);
  if (named.length === 0) {
    throw new CommandFailure(`${path} has no such key; gprsim keys list --db ${path} shows those it has`);
  }
  if (named.length > 1) {
    const ids = named.map(({ id, role, workspaceName }) => `${id} (${`${role} ${workspaceName}`.trim()})`);
    throw new CommandFailure(`${path} has ${named.length} keys of that name; give an id: ${ids.join(', ')}`);
  }
  return named[0];
}

function toChange(db: string): WorldFile {
  return WorldFile.open(keptFile(db, '--db'), { mustExist: true });
}

function withFile(file: WorldFile, use: (file: WorldFile) => void): void {
  try {
    use(file);
  } finally {
    file.close();
  }
}

/** A key is for one creation of a name, which the world of the file knows. */
function creationOf(file: WorldFile, name: string): number {
  const workspace = Recorder.resume(file).simulation.workspace(name);
  if (workspace === undefined) throw badUsage(`${file.path} has no workspace ${JSON.stringify(name)}`);
  return workspace.creation;
}

/** A text of a file that may come from anywhere: what would steer a terminal is shown as what it is. */
function escaped(text: string): string {
  return text.replace(/\p{Cc}/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
