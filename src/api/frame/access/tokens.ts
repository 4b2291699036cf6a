// Bearer tokens. A token ends 900 s of real time after its issue (TOKEN_TTL_SECONDS, kept with its key), or earlier if its key
// or the workspace of its key is deleted. The last day of the key only ends the issue of tokens. Verified tokens are cached.

import type { webcrypto } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { ApiKey, ReadableWorld } from '../../../driver/world.ts';
import { after } from '../answers/as-of.ts';
import type { Caller } from './roles.ts';

const algorithm = 'HS256';
const ownAudience = 'gprsim';
/** The largest number of cached tokens. The oldest one leaves the cache first. */
const cachedMax = 10_000;
/** Longer texts are refused without verification. */
const tokenLengthMax = 2000;

interface Verified {
  readonly keyId: string;
  /** Real time, ms since 1970. */
  readonly expiresAtMs: number;
}

export class Tokens {
  readonly #world: ReadableWorld;
  readonly #wallNowMs: () => number;
  readonly #cached = new Map<string, Verified>();
  readonly #ofProcess: Tokens | undefined;
  #key: Promise<webcrypto.CryptoKey> | undefined;

  /** @param wallNowMs the real time, ms since 1970 @param ofProcess other tokens that are valid, too, if their holder is an Owner */
  constructor(world: ReadableWorld, wallNowMs: () => number, ofProcess?: Tokens) {
    this.#world = world;
    this.#wallNowMs = wallNowMs;
    this.#ofProcess = ofProcess;
  }

  async issue(key: ApiKey): Promise<string> {
    const token = await this.sign(key.id, ownAudience, key.tokenTtlSeconds);
    const issuedAtMs = Math.floor(this.#wallNowMs() / 1000) * 1000;
    this.#cache(token, { keyId: key.id, expiresAtMs: issuedAtMs + key.tokenTtlSeconds * 1000 });
    return token;
  }

  /** A token for `audience`. This interface accepts its own audience only. */
  async sign(subject: string, audience: string, ttlSeconds: number): Promise<string> {
    const issuedAt = Math.floor(this.#wallNowMs() / 1000);
    return new SignJWT()
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setSubject(subject)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ttlSeconds)
      .sign(await this.#signingKey());
  }

  /** The holder of the token; undefined if the token is not valid. Synchronous for a cached token. */
  holder(token: string): Caller | undefined | Promise<Caller | undefined> {
    const verified = this.#cached.get(token);
    if (verified !== undefined) return this.#holderOf(verified, token);
    if (this.#ofProcess?.expiresAtMs(token) !== undefined) return this.#ownerOfProcess(token);
    return after(this.#verify(token), (holder) => holder ?? this.#ownerOfProcess(token));
  }

  #ownerOfProcess(token: string): Caller | undefined | Promise<Caller | undefined> {
    if (this.#ofProcess === undefined) return undefined;
    return after(this.#ofProcess.holder(token), (holder) => holder && this.#world.keys.byId(holder.id));
  }

  /** The real time at which a cached token expires, ms since 1970; undefined for other tokens. */
  expiresAtMs(token: string): number | undefined {
    return this.#cached.get(token)?.expiresAtMs ?? this.#ofProcess?.expiresAtMs(token);
  }

  /** Whether the workspace for which the key was created exists and is not being deleted; true for keys without one. */
  hasItsWorkspace(key: ApiKey): boolean {
    if (key.workspaceName === '') return true;
    const workspace = this.#world.read.views.workspace(key.workspaceName);
    return workspace !== undefined && !workspace.going && workspace.creation === key.workspaceCreation;
  }

  async #verify(token: string): Promise<Caller | undefined> {
    const verified = token.length <= tokenLengthMax ? await this.#read(token) : undefined;
    const holder = verified && this.#holderOf(verified, token);
    if (holder !== undefined) this.#cache(token, verified!);
    return holder;
  }

  /** The verified claims of a token; undefined for any other text. */
  async #read(token: string): Promise<Verified | undefined> {
    try {
      const { payload } = await jwtVerify(token, await this.#signingKey(), {
        algorithms: [algorithm],
        audience: ownAudience,
        requiredClaims: ['sub', 'exp'],
        currentDate: new Date(this.#wallNowMs()),
      });
      return { keyId: payload.sub!, expiresAtMs: payload.exp! * 1000 };
    } catch {
      return undefined;
    }
  }

  /** Created for the first token, because loading the cryptography would slow down every start. */
  #signingKey(): Promise<webcrypto.CryptoKey> {
    this.#key ??= crypto.subtle.importKey(
      'raw',
      new Uint8Array(this.#world.keys.secret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign', 'verify'],
    );
    return this.#key;
  }

  #holderOf(verified: Verified, token: string): Caller | undefined {
    const key = this.#wallNowMs() < verified.expiresAtMs ? this.#world.keys.byId(verified.keyId) : undefined;
    if (key !== undefined && this.hasItsWorkspace(key)) return key;
    this.#cached.delete(token);
    return undefined;
  }

  #cache(token: string, verified: Verified): void {
    if (this.#cached.size >= cachedMax) {
      const oldest = this.#cached.keys().next().value;
      if (oldest !== undefined) this.#cached.delete(oldest);
    }
    this.#cached.set(token, verified);
  }
}
