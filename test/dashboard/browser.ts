// The dashboard in a real browser, before a server of this process.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type APIResponse,
  type Browser,
  chromium,
  type Locator,
  type Page,
  type Route,
} from 'playwright-core';
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
/** In the page: timers that end after the two with which its address follows its state, however slow it is. */
const ADDRESSED = 'new Promise((done) => setTimeout(() => setTimeout(done, 300), 250))';

/** What a user does and sees. Parts of the page have the names of their `data-testid`. */
export interface User {
  readonly page: Page;
  /** Shows a place, such as `#/gprs`. */
  readonly go: (hash: string) => Promise<void>;
  readonly part: (name: string) => Locator;
  readonly click: (name: string) => Promise<void>;
  readonly fill: (name: string, text: string) => Promise<void>;
  /** Fills a field, and presses Enter. */
  readonly enter: (name: string, text: string) => Promise<void>;
  readonly choose: (name: string, option: string) => Promise<unknown>;
  /** Fills or chooses in the fields of a form. */
  readonly form: (values: Readonly<Record<string, string>>) => Promise<void>;
  /** Presses keys one after the other. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Waits until a part, or a text within it, is visible. */
  readonly see: (name: string, text?: string | RegExp) => Promise<void>;
  readonly gone: (name: string) => Promise<void>;
  /** Waits until a text is visible anywhere. */
  readonly seeText: (text: string | RegExp) => Promise<void>;
}

export interface Opened extends User {
  readonly server: GprsimServer;
  /** Calls an operation as Owner. Returns the data of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: tests know the members of an answer
  readonly ask: (method: string, path: string, body?: object) => Promise<any>;
  readonly advance: (by: string) => Promise<void>;
  /** The dashboard of the same server for another key, perhaps at another URL. */
  readonly openAs: (apiKey: string, url?: string) => Promise<User>;
  /** The dashboard for a new key of a workspace. */
  readonly openFor: (role: string, workspaceName: string) => Promise<User>;
}

interface Options extends StartOptions {
  /** How far the clock advances before the page is open. A page that follows takes most of the time of an advance. */
  readonly advance?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Runs in each page before its script. */
  readonly script?: { readonly path: string } | { readonly content: string };
  /** Errors that the page must log. */
  readonly logged?: RegExp;
}

/** The browser of the tests of a process. Each page has separate storage. */
let shared: Promise<Browser> | undefined;
let users = 0;
/** How long the browser waits for the next test, also for one of another file. */
const KEPT_MS = 5000;

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
    const { advance: ahead, colorScheme = 'light', viewport, script, logged, ...started } = options;
    const server = await start(started);
    t.after(() => server.close());
    const ask = await asker(server);
    const advance = async (by: string) => {
      await ask('POST', '/sim/clock/advance', { by });
    };
    if (ahead !== undefined) await advance(ahead);
    const browser = await browserFor(t);
    const faults: string[] = [];
    const openAs = async (apiKey: string, url = server.url) => {
      const page = await browser.newPage({ colorScheme, ...(viewport && { viewport }) });
      t.after(() => page.close());
      page.setDefaultTimeout(PATIENCE_MS);
      note(page, url, faults);
      if (script !== undefined) await page.addInitScript(script);
      await page.goto(`${url}/#key=${apiKey}`);
      const user = userOf(page, url);
      await user.see('role');
      return user;
    };
    const openFor = async (role: string, workspaceName: string) => {
      const named = { name: role, userName: role, description: '', role, workspaceName };
      const { apiKey } = await ask('POST', '/api/v1/api-key', { ...named, validity: '2099-12-31' });
      return openAs(apiKey);
    };
    const user = await openAs(server.apiKey);
    await run({ ...user, server, ask, advance, openAs, openFor }, t);
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

function userOf(page: Page, url: string): User {
  const part = (name: string) => page.getByTestId(name);
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  return {
    page,
    part,
    press,
    go: async (hash) => {
      // The address follows the state of the page a little later; one that it still has would lead nowhere.
      await page.evaluate(ADDRESSED);
      await page.goto(`${url}/${hash}`);
    },
    click: (name) => part(name).click(),
    fill: (name, text) => part(name).fill(text),
    enter: async (name, text) => {
      await part(name).fill(text);
      await part(name).press('Enter');
    },
    choose: (name, option) => part(name).selectOption(option),
    form: async (values) => {
      for (const [name, value] of Object.entries(values)) {
        const field = part(`field-${name}`);
        if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(value);
        else await field.fill(value);
      }
    },
    see: (name, text) => (text === undefined ? part(name) : part(name).getByText(text)).first().waitFor(),
    gone: (name) => part(name).waitFor({ state: 'detached' }),
    seeText: (text) => page.getByText(text).first().waitFor(),
  };
}

/** Wait until what a part shows is as expected. */
export const countIs = (of: Locator, count: number) =>
  settled(async () => assert.equal(await of.count(), count));
export const valueIs = (of: Locator, value: string) =>
  settled(async () => assert.equal(await of.inputValue(), value));
export const attributeIs = (of: Locator, name: string, value: string) =>
  settled(async () => assert.equal(await of.getAttribute(name), value));
export const textIs = (of: Locator, text: string | RegExp | null) =>
  settled(async () => {
    const shown = (await of.textContent())!;
    if (text instanceof RegExp) assert.match(shown, text);
    else assert.equal(shown, text);
  });
export const textsAre = (of: Locator, texts: readonly string[]) =>
  settled(async () => assert.deepEqual(await of.allTextContents(), texts));
export const titleIs = (page: Page, title: string) =>
  settled(async () => assert.equal(await page.title(), title));

/** Waits until an expression is true in the page. Its Content Security Policy forbids `waitForFunction`. */
export const becomesTrue = (page: Page, expression: string) =>
  settled(async () => assert.ok(await page.evaluate(expression), expression));

/** Nothing is beside the window. */
export async function assertFits(page: Page, what = page.url()): Promise<void> {
  await settled(async () => {
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    assert.ok(wide <= 0, `${what} is ${wide} pixels too wide`);
  });
}

/** Waits until a check of the page passes: a page takes what it reads and what a user does in steps. Rejects with its last error. */
export async function settled(check: () => Promise<void>): Promise<void> {
  // A look can take long, too.
  const untilMs = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() >= untilMs) throw error;
      await sleep(LOOK_AGAIN_MS);
    }
  }
}

/** Resolves when the page has drawn what it knew when this was called. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/** Resolves after the timers of the page that end within a second, however slow the machine is. */
export async function timersOver(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => setTimeout(done, 1_000))');
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
