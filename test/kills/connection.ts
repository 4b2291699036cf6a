// One keep-alive connection to a server. Each request is sent once: no failure is repeated.

import { Agent, request } from 'node:http';
import { Sender } from '../support/sender.ts';

export interface Answer {
  readonly status: number;
  readonly message: string;
  // biome-ignore lint/suspicious/noExplicitAny: callers know the members of an answer
  readonly data: any;
}

/** A server that takes longer counts as one that does not answer. */
const LONG_PATIENCE_MS = 60_000;

export class Connection extends Sender {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token = '') {
    super();
    this.#url = url;
    this.#token = token;
  }

  /** Returns undefined if no whole answer came. @param patienceMs after this time, the client disconnects */
  ask(
    method: string,
    path: string,
    body?: object,
    patienceMs = LONG_PATIENCE_MS,
  ): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      // Without its length, Node sends no valid body with DELETE.
      const headers = { authorization: `Bearer ${this.#token}`, 'content-length': Buffer.byteLength(text) };
      const sending = request(`${this.#url}${path}`, { method, agent: this.#agent, headers });
      const timer = setTimeout(() => sending.destroy(), patienceMs);
      sending.on('close', () => clearTimeout(timer));
      sending.on('error', () => resolve(undefined));
      sending.on('response', (response) => {
        let received = '';
        response.setEncoding('utf8').on('data', (chunk) => (received += chunk));
        response.on('error', () => resolve(undefined));
        response.on('close', () => {
          if (!response.complete) resolve(undefined);
          else resolve({ ...JSON.parse(received), status: response.statusCode });
        });
      });
      sending.end(text);
    });
  }

  async data(method: string, path: string, body?: object) {
    const answer = await this.ask(method, path, body);
    if (answer?.status === 200) return answer.data;
    throw new Error(`${method} ${path}: ${answer === undefined ? 'no answer' : JSON.stringify(answer)}`);
  }

  close(): void {
    this.#agent.destroy();
  }
}
