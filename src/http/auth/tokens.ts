// Bearer tokens: signed for 900 seconds of real time, remembered once verified, and worth nothing as soon as their key
// or its workspace is gone.

import type { webcrypto } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { ApiKey, World } from '../../driver/world.ts';
import type { Caller } from './roles.ts';

const algorithm = 'HS256';
/** The audience of tokens that open this interface. */
const ownAudience = 'gprsim';
/** Verified tokens that are remembered; beyond it the oldest is verified again when it comes. */
const rememberedMax = 10_000;
/** Longer texts are no tokens of ours. */
const tokenLengthMax = 2000;

interface Verified {
  readonly keyId: string;
  /** Real time, ms since 1970. */
  readonly expiresAtMs: number;
}

export class Tokens {
  readonly #world: World;
  readonly #wallNowMs: () => number;
  readonly #remembered = new Map<string, Verified>();
  #key: Promise<webcrypto.CryptoKey> | undefined;

  /** `wallNowMs`: the real time, ms since 1970. */
  constructor(world: World, wallNowMs: () => number) {
    this.#world = world;
    this.#wallNowMs = wallNowMs;
  }

  /** A token that opens this interface for the key's holder. */
  async issue(key: ApiKey): Promise<string> {
    const token = await this.sign(key.id, ownAudience, key.tokenTtlSeconds);
    const issuedAtMs = Math.floor(this.#wallNowMs() / 1000) * 1000;
    this.#remember(token, { keyId: key.id, expiresAtMs: issuedAtMs + key.tokenTtlSeconds * 1000 });
    return token;
  }

  /** A token for another audience, which opens nothing here. */
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

  /** Who holds the token, undefined if it opens nothing. At once for a remembered token. */
  holder(token: string): Caller | undefined | Promise<Caller | undefined> {
    const verified = this.#remembered.get(token);
    return verified === undefined ? this.#verify(token) : this.#holderOf(verified, token);
  }

  /** Real time at which the token of a holder ends, ms since 1970; undefined where it would have to be verified again. */
  expiresAtMs(token: string): number | undefined {
    return this.#remembered.get(token)?.expiresAtMs;
  }

  /** Whether the key's workspace, if it has one, is the one it was made for and is not being deleted. */
  workspaceStands(key: ApiKey): boolean {
    if (key.workspaceName === '') return true;
    const workspace = this.#world.read.workspace(key.workspaceName);
    return workspace !== undefined && !workspace.going && workspace.creation === key.workspaceCreation;
  }

  async #verify(token: string): Promise<Caller | undefined> {
    const verified = token.length <= tokenLengthMax ? await this.#read(token) : undefined;
    const holder = verified && this.#holderOf(verified, token);
    if (holder !== undefined) this.#remember(token, verified!);
    return holder;
  }

  /** What a token of ours says, undefined for any other text. */
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

  /** Made for the first token: the cryptography that it needs would cost every start. */
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
    if (key !== undefined && this.workspaceStands(key)) return key;
    this.#remembered.delete(token);
    return undefined;
  }

  #remember(token: string, verified: Verified): void {
    if (this.#remembered.size >= rememberedMax) {
      const oldest = this.#remembered.keys().next().value;
      if (oldest !== undefined) this.#remembered.delete(oldest);
    }
    this.#remembered.set(token, verified);
  }
}
