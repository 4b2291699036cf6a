// Plays a case in a new world: the steps before it, then its request.

import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { createAdaptorServer } from '@hono/node-server';
import type { Scenario } from '../../sim/index.ts';
import { RequestBudget } from '../../src/api/frame/request-log/request-budget.ts';
import { RequestLog } from '../../src/api/frame/request-log/request-log.ts';
import type { Role } from '../../src/driver/world.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import { type Answer, Client } from '../http/client.ts';
import { memoryWorld } from '../http/memory-world.ts';
import { Captures } from './captures.ts';
import { type Asked, type Exchange, requestOfStage, type Sent, type Step, worldFile } from './exchange.ts';
import { differences } from './match.ts';

/** Longer than the 900 seconds for which a token is valid. */
const beyondTokenMs = 901_000;

const signIn = (apiKey: string): Sent => ({ method: 'POST', path: '/api/v1/auth', body: { apiKey } });

/** The differences between the answer and the expected one. @throws Error if a step before the request fails */
export async function play(exchange: Exchange): Promise<readonly string[]> {
  const player = new Player(exchange.world);
  for (const step of exchange.before) await player.take(step);
  const { status, headers = {}, body } = exchange.expect;
  const answer = await player.send(exchange.request, exchange.as);
  const wrong = [
    ...differences(status, answer.status, 'HTTP status'),
    ...Object.entries(headers).flatMap(([name, value]) =>
      differences(player.captures.fill(value), answer.headers.get(name), `header ${name}`),
    ),
    ...differences(player.captures.fill(body), answer.body),
  ];
  return wrong.length === 0 ? [] : [...wrong, `answered: ${JSON.stringify(answer.body)}`];
}

const scenarios = new Map<string, Scenario>();

function scenarioOf(world: string): Scenario {
  const known = scenarios.get(world);
  if (known !== undefined) return known;
  const loaded = loadScenario(worldFile(world), { now: () => 0 });
  if (!loaded.ok) throw new Error(`the world ${world}: ${JSON.stringify(loaded.problems)}`);
  scenarios.set(world, loaded.scenario);
  return loaded.scenario;
}

export interface ServerOptions {
  readonly keepRequests?: number;
  readonly isStrict?: boolean;
}

export class Player {
  readonly captures = new Captures();
  readonly client: Client;
  readonly #tokens = new Map<string, string>();

  constructor(world: string, { keepRequests, isStrict = false }: ServerOptions = {}) {
    const requestLog =
      keepRequests === undefined ? undefined : new RequestLog(new RequestBudget(keepRequests));
    this.client = new Client(memoryWorld(scenarioOf(world)), { requestLog, isStrict });
    this.captures.bind('{long}', 'x'.repeat(10_000));
  }

  async take(step: Step): Promise<void> {
    if ('realTime' in step) {
      this.client.wallMs = Date.parse(step.realTime);
      this.#tokens.clear();
      return;
    }
    if ('advance' in step) {
      const body = { by: step.advance };
      return this.#ask({
        as: 'Owner',
        status: 200,
        request: { method: 'POST', path: '/sim/clock/advance', body },
      });
    }
    return this.#ask('stage' in step ? requestOfStage(step) : step);
  }

  async #ask({ as, request, status, capture = {} }: Asked): Promise<void> {
    const answer = await this.send(request, as);
    if (answer.status !== status) {
      const asked = `${request.method} ${request.path} ${JSON.stringify(request.body)}`;
      throw new Error(`before: ${asked} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    for (const [name, path] of Object.entries(capture)) this.captures.keep(name, path, answer.body);
  }

  async send({ method, path, headers = {}, body, text }: Sent, as: string): Promise<Answer> {
    const token = await this.#token(as);
    const target = this.captures.text(path);
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(this.captures.fill(body)));
    const filled = this.captures.fill(headers) as Record<string, string>;
    const all = { ...filled, ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
    // A fetch request for GET drops its body, and clients of the interface send one.
    if (method === 'GET' && sent !== undefined) return this.#sendOverSocket(method, target, sent, all);
    return this.client.send(method, target, sent, all);
  }

  async #sendOverSocket(
    method: string,
    path: string,
    body: string,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const server = createAdaptorServer({ fetch: this.client.app.fetch });
    after(() => server.close());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const length = { 'Content-Length': Buffer.byteLength(body) };
    const sending = httpRequest({
      host: '127.0.0.1',
      port,
      agent: false,
      method,
      path,
      headers: { ...headers, ...length },
    });
    sending.end(body);
    const [response] = await once(sending, 'response');
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    return { status: response.statusCode, headers: new Headers(response.headers), body: JSON.parse(text) };
  }

  /** undefined means that no token is sent. */
  async #token(as: string): Promise<string | undefined> {
    if (as === 'none') return undefined;
    const known = this.#tokens.get(as);
    if (known !== undefined) return known;
    const token = await this.#newToken(as);
    this.#tokens.set(as, token);
    return token;
  }

  async #newToken(as: string): Promise<string> {
    const [role, workspace] = as.split(' of ');
    switch (role) {
      case 'key':
        return (await this.send(signIn(this.captures.text(workspace!)), 'none')).body.data.token;
      case 'forged':
        return `${await this.client.token(this.client.key('Owner'))}x`;
      case 'expired': {
        const token = await this.client.token(this.client.key('Owner'));
        this.client.wallMs += beyondTokenMs;
        return token;
      }
      case 'revoked': {
        const key = this.client.key('Owner');
        const token = await this.client.token(key);
        this.client.world.keys.remove(key.apiKey);
        return token;
      }
      default:
        return this.client.token(this.client.key(role as Role, workspace));
    }
  }
}
