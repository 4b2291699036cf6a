// The program as a user starts it, with a data folder of its own.

import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { after, type TestContext } from 'node:test';

const launcher = resolve(import.meta.dirname, '../../src/pack/launch.mjs');
const dataHome = mkdtempSync(join(tmpdir(), 'gprsim-data-'));
after(() => rmSync(dataHome, { recursive: true }));

const { GPRSIM_API_KEY: _, ...inherited } = process.env;

function environment(env: Record<string, string>): Record<string, string | undefined> {
  return { ...inherited, XDG_DATA_HOME: dataHome, ...env };
}

/** A folder that goes with the test. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The last line of standard output as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer is what the test says it is
  readonly json: any;
}

/** Runs a command to its end. */
export function gprsim(args: readonly string[], env: Record<string, string> = {}): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], {
    encoding: 'utf8',
    env: environment(env),
    timeout: 120_000,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 28,
  });
  return {
    status,
    stdout,
    stderr,
    get json() {
      return JSON.parse(stdout.trimEnd().split('\n').at(-1)!);
    },
  };
}

/** Starts a command that tells of its progress in lines of JSON, and kills it after the first. */
export async function breakOff(t: TestContext, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [launcher, ...args, '--json'], {
    env: environment({}),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  await Promise.race([once(createInterface(child.stdout), 'line'), exit]);
  child.kill('SIGKILL');
  const [, signal] = await exit;
  if (signal !== 'SIGKILL') throw new Error('the command came to its end before it was killed');
}

export interface Announced {
  readonly url: string;
  readonly apiKey: string | null;
  readonly db: string;
  readonly scenario: string;
  readonly seed: number;
}

/** `gprsim serve --json` on a free port, as long as the test. */
export class Server {
  readonly announced: Announced;
  readonly #process: ChildProcessByStdio<null, Readable, Readable>;
  #token = '';

  private constructor(process: ChildProcessByStdio<null, Readable, Readable>, announced: Announced) {
    this.#process = process;
    this.announced = announced;
  }

  static async start(
    t: TestContext,
    args: readonly string[],
    env: Record<string, string> = {},
  ): Promise<Server> {
    const all = [launcher, 'serve', ...args, '--listen', '127.0.0.1:0', '--json'];
    const child = spawn(process.execPath, all, {
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    t.after(() => child.kill('SIGKILL'));
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    const lines = createInterface(child.stdout);
    const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
    if (typeof line !== 'string') throw new Error(`serve ended with ${line}: ${said}`);
    return new Server(child, JSON.parse(line));
  }

  /** Signs in; the key that the server announced unless another is given. */
  async signIn(apiKey: string | null = this.announced.apiKey): Promise<this> {
    this.#token = (await this.data('POST', '/api/v1/auth', { apiKey })).token;
    return this;
  }

  // biome-ignore lint/suspicious/noExplicitAny: an answer is what the test says it is
  async send(method: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(`${this.announced.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  }

  /** The data of an answer that must be a success. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer is what the test says it is
  async data(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await this.send(method, path, body);
    if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  }

  /** Lets the clock run until it has come to an instant. */
  async reach(nowMs: number): Promise<void> {
    while ((await this.data('GET', '/sim/clock')).nowMs < nowMs) await this.data('GET', '/sim/facts?limit=1');
  }

  /** Sends a signal and waits for the end: exit code, or the signal that ended it. */
  async end(signal: NodeJS.Signals): Promise<number | string> {
    const exit = once(this.#process, 'exit');
    this.#process.kill(signal);
    const [code, by] = await exit;
    return code ?? by;
  }
}
