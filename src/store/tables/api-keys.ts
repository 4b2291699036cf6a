// The API keys and the signing secret. Their tables belong to the process, not to the world.

import { TOKEN_TTL_SECONDS } from '../../wire/time/token-lifetime.ts';
import { checksumOf, isSealed, sealed } from '../codecs/row-checksum.ts';
import { Damaged } from '../store-error.ts';
import type { KeyRow, Rows, SecretRow } from './rows.ts';
import { keys, secrets } from './schema.ts';

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
  readonly #rows: Pick<Rows, 'keys' | 'secrets'>;
  /** Runs a change within a transaction. */
  readonly #change: (work: () => void) => void;
  readonly #byValue: Map<string, KeyRow> = new Map();
  readonly #byId: Map<string, KeyRow> = new Map();
  #secret: Uint8Array | undefined;

  /** @throws StoreError if the checksum of a key is wrong */
  constructor(path: string, rows: Pick<Rows, 'keys' | 'secrets'>, change: (work: () => void) => void) {
    this.#path = path;
    this.#change = change;
    this.#rows = rows;
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
    this.#changed(() => this.#rows.keys.put(row));
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
    this.#changed(() => this.#rows.keys.remove(key.id));
    this.#byValue.delete(apiKey);
    this.#byId.delete(key.id);
    return true;
  }

  /** Detaches the keys of workspaces: they open no workspace any more. Call it within a transaction, then `reload`. */
  unbind(): void {
    for (const key of this.#rows.keys.all())
      if (key.workspaceCreation !== null) this.#update({ ...key, workspaceCreation: NO_CREATION });
    this.#sealAll();
  }

  reload(): void {
    this.#byValue.clear();
    this.#byId.clear();
    for (const key of this.#rows.keys.all()) {
      if (!isSealed(keys, key)) throw new Damaged(this.#path, 'an API key has a wrong checksum');
      this.#remember(key);
    }
    const sum = this.#secretRow(ALL_KEYS);
    // Files without any key have no checksum over all.
    if (sum !== undefined && !sum.value.equals(this.#checksumOfAll()))
      throw new Damaged(this.#path, 'an API key is missing');
  }

  #changed(work: () => void): void {
    this.#change(() => {
      work();
      this.#sealAll();
    });
  }

  #sealAll(): void {
    this.#rows.secrets.put(sealed(secrets, { name: ALL_KEYS, value: this.#checksumOfAll() }));
  }

  #secretRow(name: string): SecretRow | undefined {
    const row = this.#rows.secrets.get(name);
    if (row === undefined || isSealed(secrets, row)) return row;
    throw new Damaged(this.#path, 'a secret has a wrong checksum');
  }

  #update(key: KeyRow): void {
    this.#rows.keys.put(sealed(keys, key));
  }

  #remember(key: KeyRow): void {
    this.#byValue.set(key.apiKey, key);
    this.#byId.set(key.id, key);
  }

  #storedSecret(): Uint8Array {
    const known = this.#secretRow(TOKEN);
    if (known !== undefined) return new Uint8Array(known.value);
    const value = Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
    this.#rows.secrets.put(sealed(secrets, { name: TOKEN, value }));
    return new Uint8Array(value);
  }

  #checksumOfAll(): Buffer {
    const rows = this.#rows.keys.all().sort((a, b) => (a.id < b.id ? -1 : 1));
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(checksumOf(...rows.map(({ checksum }) => checksum)));
    return bytes;
  }
}
