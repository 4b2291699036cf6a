// The API keys and the signing secret. Their tables belong to the process, not to the world.

import { asc, eq, isNotNull } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { TOKEN_TTL_SECONDS } from '../../wire/time/token-lifetime.ts';
import { checksumOf, isSealed, sealed } from '../codecs/row-checksum.ts';
import { Damaged } from '../store-error.ts';
import { keys, secrets } from './schema.ts';

type KeyRow = typeof keys.$inferSelect;
type SecretRow = typeof secrets.$inferSelect;
export type NewKey = Omit<
  KeyRow,
  'id' | 'apiKey' | 'saName' | 'tokenTtlSeconds' | 'number' | 'isGiven' | 'checksum'
>;

const SECRET_BYTES = 32;

/** Names of the rows in the table of secrets: the secret that signs tokens, and the checksum over all keys. */
const TOKEN = 'token';
const ALL_KEYS = 'keys';

/** A creation number that no workspace has. */
const NO_CREATION = -1;

/** Caches all keys in memory: they are few, and every request needs one. */
export class ApiKeys {
  readonly #path: string;
  readonly #orm: BetterSQLite3Database;
  /** Runs a change within a transaction. */
  readonly #change: (work: () => void) => void;
  readonly #byValue: Map<string, KeyRow> = new Map();
  readonly #byId: Map<string, KeyRow> = new Map();
  #secret: Uint8Array | undefined;

  /** @throws StoreError if the checksum of a key is wrong */
  constructor(path: string, orm: BetterSQLite3Database, change: (work: () => void) => void) {
    this.#path = path;
    this.#change = change;
    this.#orm = orm;
    this.reload();
  }

  /** The secret that signs tokens; created at the first use. */
  get secret(): Uint8Array {
    this.#secret ??= this.#storedSecret();
    return this.#secret;
  }

  /** @param given the value of the key; random by default */
  create(key: NewKey, given?: string): KeyRow {
    const id = crypto.randomUUID();
    const scope = key.workspaceName === '' ? 'admin' : `slice-${key.workspaceName}`;
    const access = key.role === 'Viewer' ? 'ro' : 'rw';
    const row = sealed(keys, {
      ...key,
      id,
      apiKey: given ?? crypto.randomUUID(),
      saName: `gprsim-rbac-${access}-${scope}`,
      tokenTtlSeconds: TOKEN_TTL_SECONDS,
      number: (this.list().at(-1)?.number ?? 0) + 1,
      isGiven: given !== undefined,
    });
    this.#changed(() => this.#orm.insert(keys).values(row).run());
    this.#remember(row);
    return row;
  }

  byValue(apiKey: string): KeyRow | undefined {
    return this.#byValue.get(apiKey);
  }

  byId(id: string): KeyRow | undefined {
    return this.#byId.get(id);
  }

  /** In creation order. */
  list(): readonly KeyRow[] {
    return [...this.#byId.values()];
  }

  extend(key: KeyRow, validity: string): void {
    this.#changed(() => this.#update({ ...key, validity }));
    this.reload();
  }

  remove(apiKey: string): boolean {
    const key = this.#byValue.get(apiKey);
    if (key === undefined) return false;
    this.#changed(() => this.#orm.delete(keys).where(eq(keys.id, key.id)).run());
    this.#byValue.delete(apiKey);
    this.#byId.delete(key.id);
    return true;
  }

  /** Detaches the keys of workspaces: they open no workspace any more. Call it within a transaction, then `reload`. */
  unbind(): void {
    for (const key of this.#orm.select().from(keys).where(isNotNull(keys.workspaceCreation)).all())
      this.#update({ ...key, workspaceCreation: NO_CREATION });
    this.#sealAll();
  }

  reload(): void {
    this.#byValue.clear();
    this.#byId.clear();
    for (const key of this.#orm.select().from(keys).orderBy(asc(keys.number)).all()) {
      if (!isSealed(keys, key)) throw new Damaged(this.#path, 'an API key has a wrong checksum');
      this.#remember(key);
    }
    if (lacksKey(this.#orm, this.#secretRow(ALL_KEYS)))
      throw new Damaged(this.#path, 'an API key is missing');
  }

  #changed(work: () => void): void {
    this.#change(() => {
      work();
      this.#sealAll();
    });
  }

  #sealAll(): void {
    const row = sealed(secrets, { name: ALL_KEYS, value: checksumOfAll(this.#orm) });
    this.#orm.insert(secrets).values(row).onConflictDoUpdate({ target: secrets.name, set: row }).run();
  }

  #secretRow(name: string): SecretRow | undefined {
    const row = secretRow(this.#orm, name);
    if (row === undefined || isSealed(secrets, row)) return row;
    throw new Damaged(this.#path, 'a secret has a wrong checksum');
  }

  #update(key: KeyRow): void {
    this.#orm.update(keys).set(sealed(keys, key)).where(eq(keys.id, key.id)).run();
  }

  #remember(key: KeyRow): void {
    this.#byValue.set(key.apiKey, key);
    this.#byId.set(key.id, key);
  }

  #storedSecret(): Uint8Array {
    const known = this.#secretRow(TOKEN);
    if (known !== undefined) return new Uint8Array(known.value);
    const value = Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
    this.#orm
      .insert(secrets)
      .values(sealed(secrets, { name: TOKEN, value }))
      .run();
    return new Uint8Array(value);
  }
}

/** Whether a key is missing or was added. @param all the checksum over all keys; files without any key have none */
function lacksKey(orm: BetterSQLite3Database, all = secretRow(orm, ALL_KEYS)): boolean {
  return all !== undefined && !all.value.equals(checksumOfAll(orm));
}

function checksumOfAll(orm: BetterSQLite3Database): Buffer {
  const rows = orm.select({ checksum: keys.checksum }).from(keys).orderBy(asc(keys.id)).all();
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(checksumOf(...rows.map(({ checksum }) => checksum)));
  return bytes;
}

function secretRow(orm: BetterSQLite3Database, name: string): SecretRow | undefined {
  return orm.select().from(secrets).where(eq(secrets.name, name)).get();
}
