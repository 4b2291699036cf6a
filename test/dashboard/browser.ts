// The dashboard in a real browser, before a server of this process.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type APIResponse, type Browser, chromium, type Page, type Route } from 'playwright-core';
import type { GprsimServer, StartOptions } from '../../src/library/gprsim.d.ts';
import { start } from '../../src/library/start.ts';

const PLACES = [
  process.env.CHROMIUM_PATH ?? '',
  // Without windows, it takes a third of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const executablePath = PLACES.find((path) => path !== '' && existsSync(path));
export const hasBrowser = executablePath !== undefined;
/** Without them, a new profile sends requests to other servers. */
const QUIET = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** A page on a busy machine takes its time; a test that passes does not wait for it. */
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 50;

export interface Opened {
  readonly page: Page;
  readonly server: GprsimServer;
  /** Shows a place, such as `#/gprs`. */
  readonly go: (hash: string) => Promise<void>;
  /** Calls an operation as Owner. Returns the data of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: tests know the members of an answer
  readonly ask: (method: string, path: string, body?: object) => Promise<any>;
  /** The dashboard of the same server for another key, perhaps at another URL. */
  readonly openAs: (apiKey: string, url?: string) => Promise<Page>;
}

interface Options extends StartOptions {
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Errors that the page must log. */
  readonly logged?: RegExp;
}

/** The browser of the tests of a process. Each page has separate storage. */
let shared: Promise<Browser> | undefined;
let users = 0;
/** How long the browser waits for the next test. */
const KEPT_MS = 1000;

function browserFor(t: TestContext): Promise<Browser> {
  shared ??= launched();
  const browser = shared;
  users++;
  t.after(() => {
    users--;
    setTimeout(async () => {
      if (users > 0 || shared !== browser) return;
      shared = undefined;
      await (await browser).close();
    }, KEPT_MS);
  });
  return browser;
}

/**
 * A test with the dashboard open as Owner. It fails if the page logs an error, throws one, or sends a request to another
 * server. It is skipped if there is no Chromium.
 */
export function browserTest(
  name: string,
  options: Options,
  run: (opened: Opened, t: TestContext) => Promise<void>,
): void {
  const skip = executablePath === undefined && `no Chromium at ${PLACES.filter(Boolean).join(', ')}`;
  test(name, { skip }, async (t) => {
    const { colorScheme = 'light', viewport, logged, ...started } = options;
    const server = await start(started);
    t.after(() => server.close());
    const browser = await browserFor(t);
    const faults: string[] = [];
    const openAs = async (apiKey: string, url = server.url) => {
      const page = await browser.newPage({ colorScheme, ...(viewport && { viewport }) });
      t.after(() => page.close());
      page.setDefaultTimeout(PATIENCE_MS);
      note(page, url, faults);
      await page.goto(`${url}/#key=${apiKey}`);
      await page.getByTestId('role').waitFor();
      return page;
    };
    const page = await openAs(server.apiKey);
    const go = async (hash: string) => {
      await page.goto(`${server.url}/${hash}`);
    };
    await run({ page, server, go, ask: await asker(server), openAs }, t);
    assert.equal(
      faults.some((fault) => logged?.test(fault)),
      logged !== undefined,
    );
    assert.deepEqual(
      faults.filter((fault) => !logged?.test(fault)),
      [],
    );
  });
}

/** Waits until a check of the page passes: a page takes what it reads and what a user does in steps. Rejects with its last error. */
export async function settled(check: () => Promise<void>): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
    try {
      return await check();
    } catch (error) {
      if (waitedMs >= PATIENCE_MS) throw error;
      await sleep(LOOK_AGAIN_MS);
    }
  }
}

/** Does what a user would do again, up to five times: what is shown for a moment only may be over before a busy machine looks. */
export async function repeated(attempt: () => Promise<void>): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts === 5) throw error;
    }
  }
}

/** Resolves when the page has drawn what it knew when this was called. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/** The server's answer to a request that a test holds, over a new connection if the server has just closed the idle one. */
export function answerOf(route: Route): Promise<APIResponse> {
  return route.fetch({ maxRetries: 3 });
}

export function launched(): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath!,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...QUIET],
  });
}

/** A refused request is no fault of the page, although Chromium logs it as an error. */
function note(page: Page, url: string, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  page.on('console', (message) => {
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
    faults.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${url}/`))
      faults.push(request.url());
  });
}

/** Returns a function that calls operations as Owner. */
export async function asker({ url, apiKey }: Pick<GprsimServer, 'url' | 'apiKey'>): Promise<Opened['ask']> {
  const send = async (method: string, path: string, body?: object, token = '') => {
    const response = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { statusCode: number; data: { token: string } };
    assert.equal(answer.statusCode, 200, JSON.stringify(answer));
    return answer.data;
  };
  const { token } = await send('POST', '/api/v1/auth', { apiKey });
  return (method, path, body) => send(method, path, body, token);
}
