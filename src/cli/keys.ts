import { Recorder } from '../driver/recorder.ts';
import { isDay } from '../http/auth/validity.ts';
import { WorldFile } from '../store/world-file.ts';
import { badUsage, CommandFailure } from './failure.ts';
import { type Output, table } from './output.ts';

const YEAR_MS = 365 * 86_400_000;

/** The last day of a year from now, as keys carry it. */
export function yearFromNow(): string {
  return new Date(Date.now() + YEAR_MS).toISOString().slice(0, 10);
}

export function listKeys({ db }: { db: string }, output: Output): void {
  withFile(db, (file) => {
    const keys = file.keys.list();
    output.data(
      keys.map(({ apiKey, name, role, workspaceName, validity }) => ({
        apiKey,
        name,
        role,
        workspaceName,
        validity,
      })),
    );
    const rows = keys.map((key) => [key.apiKey, key.role, key.workspaceName || '–', key.validity, key.name]);
    for (const line of table([['key', 'role', 'workspace', 'valid until', 'name'], ...rows]))
      output.text(line);
  });
}

interface NewKeyFlags {
  readonly db: string;
  readonly name: string;
  readonly role: 'Owner' | 'Editor' | 'Viewer';
  readonly workspace?: string;
  readonly validUntil?: string;
}

export function addKey(flags: NewKeyFlags, output: Output): void {
  const validity = flags.validUntil ?? yearFromNow();
  if (!isDay(validity)) {
    throw badUsage(`--valid-until takes a day such as ${yearFromNow()}, not ${JSON.stringify(validity)}`);
  }
  if (validity < new Date().toISOString().slice(0, 10))
    throw badUsage(`--valid-until ${validity} has passed`);
  if (flags.role !== 'Owner' && flags.workspace === undefined) {
    throw badUsage(`an ${flags.role} key is for one workspace: give it with --workspace`);
  }
  withFile(flags.db, (file) => {
    const key = file.keys.create({
      name: flags.name,
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

export function removeKey(key: string, { db }: { db: string }, output: Output): void {
  withFile(db, (file) => {
    if (!file.keys.remove(key)) throw new CommandFailure(`${db} has no key ${key}`);
    output.data({ removed: key });
    output.text('removed');
  });
}

function withFile(path: string, use: (file: WorldFile) => void): void {
  const file = WorldFile.open(path, { mustExist: true });
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
