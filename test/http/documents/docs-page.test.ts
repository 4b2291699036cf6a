// Tests the script of /docs with a real server and a fake browser document: signing in and sending requests.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { Served } from '../connections/raw-connection.ts';

const script = readFileSync(new URL('../../../src/api/program/docs/page.js', import.meta.url), 'utf8');

interface Sending {
  readonly url: string;
  readonly headers: Record<string, string>;
  userFetch?: (url: string, request: Sending) => Promise<Response>;
}

interface Config {
  requestInterceptor(request: Sending): Promise<Sending>;
}

class Page {
  readonly #base: string;
  readonly output = { textContent: '' };
  readonly sent: string[] = [];
  #config: Config | undefined;
  #submit: ((event: object) => Promise<void>) | undefined;
  readonly #field = { value: '' };
  shownToken = '';

  constructor(base: string) {
    this.#base = base;
    const form = {
      elements: { credential: this.#field },
      addEventListener: (_name: string, listener: (event: object) => Promise<void>) => {
        this.#submit = listener;
      },
      reset: () => {},
    };
    const bundle = Object.assign(
      (config: Config) => {
        this.#config = config;
        return { preauthorizeApiKey: (_name: string, token: string) => (this.shownToken = token) };
      },
      { presets: { apis: {} } },
    );
    const context = createContext({
      SwaggerUIBundle: bundle,
      document: {
        querySelector: (selector: string) => (selector === '#sign-in' ? form : this.output),
        querySelectorAll: () => [],
      },
      fetch: (url: string, init: RequestInit) => this.#fetch(url, init),
      AbortController,
      Response,
      TextDecoderStream,
      setTimeout,
      clearTimeout,
    });
    runInContext(script, context);
  }

  async signIn(credential: string): Promise<void> {
    this.#field.value = credential;
    await this.#submit!({ preventDefault: () => {} });
  }

  async send(path: string): Promise<Response> {
    const url = new URL(path, this.#base).href;
    const request = await this.#config!.requestInterceptor({
      url,
      headers: { Authorization: `Bearer ${this.shownToken}` },
    });
    return request.userFetch!(url, request);
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const response = await fetch(new URL(url, this.#base), init);
    this.sent.push(`${init.method ?? 'GET'} ${new URL(response.url).pathname} ${response.status}`);
    return response;
  }
}

async function signedIn(): Promise<{ page: Page; served: Served; apiKey: string }> {
  const served = await Served.start();
  const { apiKey } = served.client.key('Owner');
  const page = new Page(`http://127.0.0.1:${served.port}/`);
  await page.signIn(apiKey);
  assert.equal(page.output.textContent, 'signed in');
  page.sent.length = 0;
  return { page, served, apiKey };
}

test('after a 401, the page renews the token and sends the request once more', async () => {
  const { page, served, apiKey } = await signedIn();
  served.client.wallMs += 901_000;
  assert.equal((await page.send('/sim/clock')).status, 200);
  assert.deepEqual(page.sent, ['GET /sim/clock 401', 'POST /api/v1/auth 200', 'GET /sim/clock 200']);
  page.sent.length = 0;
  served.client.world.keys.remove(apiKey);
  assert.equal((await page.send('/sim/clock')).status, 401);
  assert.deepEqual(page.sent, ['GET /sim/clock 401', 'POST /api/v1/auth 401']);
  assert.match(page.output.textContent, /^no longer signed in: /);
});

test('a token that the user entered is not renewed', async () => {
  const { page, served } = await signedIn();
  await page.signIn((await served.client.as('Owner')).token);
  served.client.wallMs += 901_000;
  assert.equal((await page.send('/sim/clock')).status, 401);
  assert.deepEqual(page.sent, ['GET /sim/clock 401']);
  assert.match(page.output.textContent, /sign in again/);
});

test('the page shows the beginning of a stream and then ends it', async () => {
  const { page } = await signedIn();
  const response = await page.send('/sim/facts/stream?after=0');
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  const text = await response.text();
  assert.match(text, /^: facts after 1-0\n\nid: 1-1\ndata: \{/);
  assert.match(text, /: this page ends a stream after 5 s or 20 events; use curl -N to read on\n$/);
});
