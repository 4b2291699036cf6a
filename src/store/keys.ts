// The API keys and the signing secret. Their tables belong to the process, not to the world.

import { asc, eq, isNotNull } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { keys, secrets } from './schema.ts';

type KeyRow = typeof keys.$inferSelect;
export type NewKey = Omit<KeyRow, 'id' | 'apiKey' | 'saName' | 'tokenTtlSeconds' | 'number' | 'isGiven'>;

export const TOKEN_TTL_SECONDS = 900;

const SECRET_BYTES = 32;

/** A creation number that no workspace has. */
const NO_CREATION = -1;

/** Caches all keys in memory: they are few, and every request needs one. */
export class KeyTable {
  readonly #orm: BetterSQLite3Database;
  readonly #byValue: Map<string, KeyRow> = new Map();
  readonly #byId: Map<string, KeyRow> = new Map();
  #secret: Uint8Array | undefined;

  constructor(orm: BetterSQLite3Database) {
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
    const row = {
      ...key,
      id,
      apiKey: given ?? crypto.randomUUID(),
      saName: `gprsim-rbac-${access}-${scope}`,
      tokenTtlSeconds: TOKEN_TTL_SECONDS,
      number: (this.list().at(-1)?.number ?? 0) + 1,
      isGiven: given !== undefined,
    };
    this.#orm.insert(keys).values(row).run();
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

  extend({ id }: KeyRow, validity: string): void {
    this.#orm.update(keys).set({ validity }).where(eq(keys.id, id)).run();
    this.reload();
  }

  remove(apiKey: string): boolean {
    const key = this.#byValue.get(apiKey);
    if (key === undefined) return false;
    this.#orm.delete(keys).where(eq(keys.id, key.id)).run();
    this.#byValue.delete(apiKey);
    this.#byId.delete(key.id);
    return true;
  }

  /** Detaches the keys of workspaces: they open no workspace any more. Call it within a transaction, then `reload`. */
  unbind(): void {
    this.#orm
      .update(keys)
      .set({ workspaceCreation: NO_CREATION })
      .where(isNotNull(keys.workspaceCreation))
      .run();
  }

  reload(): void {
    this.#byValue.clear();
    this.#byId.clear();
    for (const key of this.#orm.select().from(keys).orderBy(asc(keys.number)).all()) this.#remember(key);
  }

  #remember(key: KeyRow): void {
    this.#byValue.set(key.apiKey, key);
    this.#byId.set(key.id, key);
  }

  #storedSecret(): Uint8Array {
    const known = this.#orm.select().from(secrets).where(eq(secrets.name, 'token')).get();
    if (known !== undefined) return new Uint8Array(known.value);
    const value = Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
    this.#orm.insert(secrets).values({ name: 'token', value }).run();
    return new Uint8Array(value);
  }
}
