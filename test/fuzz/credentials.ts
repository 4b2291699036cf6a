// Keys and tokens of the callers, created at the first use and renewed after they expire.

import type { ApiKey, Role } from '../../src/driver/world.ts';
import type { Actor } from './actor.ts';
import type { Server } from './server.ts';
import type { Known } from './words.ts';

export interface Credential {
  readonly token?: string;
  /** The holder of the key, if the token should be valid. */
  readonly caller?: ApiKey;
}

export class Credentials {
  readonly #server: Server;
  readonly #keys: Map<string, ApiKey> = new Map();
  readonly #tokens: Map<string, { readonly token: string; readonly untilMs: number }> = new Map();

  constructor(server: Server) {
    this.#server = server;
  }

  async of(actor: Actor): Promise<Credential> {
    switch (actor.kind) {
      case 'anonymous':
        return {};
      case 'garbage':
        return { token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' };
      case 'found':
        return { token: this.#word(actor.token) };
      case 'owner':
        return this.#signedIn(this.#key('Owner', ''));
      case 'editor':
        return this.#signedIn(this.#key('Editor', this.#word(actor.workspace)));
      case 'viewer':
        return this.#signedIn(this.#key('Viewer', this.#word(actor.workspace)));
      case 'expired': {
        const key = this.#key('Owner', '');
        this.#server.wallMs -= 901_000;
        const { token } = await this.#signedIn(key, true);
        this.#server.wallMs += 901_000;
        return { ...(token !== undefined && { token }) };
      }
      case 'deleted': {
        const { token, caller } = await this.#signedIn(this.#newKey('Owner', ''), true);
        this.#server.driver.keys.remove(caller.apiKey);
        return { ...(token !== undefined && { token }) };
      }
    }
  }

  /** Returns a key for a role in the current workspace of a name. For an unknown workspace, the key opens nothing. */
  #key(role: Role, workspaceName: string): ApiKey {
    const creation = this.#server.driver.read.views.workspace(workspaceName)?.creation;
    const which = `${role} ${workspaceName} ${creation}`;
    const known = this.#keys.get(which);
    if (known !== undefined && this.#isGood(known)) return known;
    const key = this.#newKey(role, workspaceName);
    this.#keys.set(which, key);
    return key;
  }

  #isGood({ id, validity }: ApiKey): boolean {
    return this.#server.driver.keys.byId(id) !== undefined && this.#server.wallMs < Date.parse(validity);
  }

  #newKey(role: Role, workspaceName: string): ApiKey {
    const workspaceCreation = this.#server.driver.read.views.workspace(workspaceName)?.creation ?? null;
    const validity = new Date(this.#server.wallMs + 10 * 86_400_000).toISOString().slice(0, 10);
    const name = `${role} ${workspaceName}`;
    const more = { description: '', userName: 'fuzz', workspaceName, workspaceCreation, validity };
    return this.#server.driver.keys.create({ name, role, ...more });
  }

  async #signedIn(key: ApiKey, replacesDecisions = false): Promise<Credential & { readonly caller: ApiKey }> {
    const known = this.#tokens.get(key.id);
    if (!replacesDecisions && known !== undefined && this.#server.wallMs < known.untilMs)
      return { token: known.token, caller: key };
    const { faults } = this.#server;
    faults.met = [];
    const response = await this.#server.app.request('/api/v1/auth', {
      method: 'POST',
      body: JSON.stringify({ apiKey: key.apiKey }),
    });
    if (response.status !== 200 || faults.met.length > 0) return { caller: key };
    const { data } = (await response.json()) as { data: { token: string } };
    const untilMs = this.#server.wallMs + 890_000;
    if (!replacesDecisions) this.#tokens.set(key.id, { token: data.token, untilMs });
    return { token: data.token, caller: key };
  }

  #word(word: Known | string): string {
    return typeof word === 'string' ? word : this.#server.memory.word(word);
  }
}
