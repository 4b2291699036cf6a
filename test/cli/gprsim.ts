// Runs the program as a user does, with a separate data folder.

import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { Sender } from '../support/sender.ts';
import type { ProgramCall } from './program-thread.ts';

const { freshBundle } = await import(join(import.meta.dirname, '../../src/pack/bundling/bundle.mjs'));
/** The program under test: the bundle of the checkout, or the file that GPRSIM_PROGRAM names, such as the executable. */
const program: readonly string[] = process.env.GPRSIM_PROGRAM
  ? [process.env.GPRSIM_PROGRAM]
  : [process.execPath, fileURLToPath(await freshBundle('gprsim'))];
const dataHome = mkdtempSync(join(tmpdir(), 'gprsim-data-'));
process.on('exit', () => rmSync(dataHome, { recursive: true }));

const { GPRSIM_API_KEY: _, ...inherited } = process.env;

function environment(env: Record<string, string>): Record<string, string | undefined> {
  return { ...inherited, XDG_DATA_HOME: dataHome, ...env };
}

export { temporaryFolder } from '../support/folder.ts';

/** The program as words of a shell. */
export function programPath(): string {
  return program.map((word) => `'${word}'`).join(' ');
}

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output, parsed as one line of JSON. @throws Error if it has more lines */
  // biome-ignore lint/suspicious/noExplicitAny: tests know the members of an answer
  readonly json: any;
}

/**
 * Runs a command in a thread of this process, or in a separate process if it serves or changes what the next command finds.
 * @param line its words, or a text with blanks between them
 */
export function gprsim(
  line: string | readonly string[],
  env: Record<string, string> = {},
  input?: string,
): Ran {
  const args = typeof line === 'string' ? line.split(' ') : line;
  const needsProcess = input !== undefined || env.NODE_OPTIONS !== undefined || isOfProcess(args);
  return needsProcess ? started(args, env, input) : inThread(args, env);
}

/** Runs a command that ends because it is refused, in the thread also if it would serve. */
export function refused(args: readonly string[]): Ran {
  return thread === undefined || isUnsafe(args) ? started(args, {}) : inThread(args, {});
}

function isOfProcess(args: readonly string[]): boolean {
  return thread === undefined || isUnsafe(args) || /^(serve|top|bench|doctor|hunt)\b/.test(args.join(' '));
}

/** Own policies stay in the thread that loads them, and a thread has no standard input. */
function isUnsafe(args: readonly string[]): boolean {
  return /\.mjs\b|--module| - |--watch/.test(`${args.join(' ')} `);
}

const THREAD = join(import.meta.dirname, '../../dist/cache/tests/test/cli/program-thread.mjs');
const TIMEOUT_MS = 120_000;
const thread =
  process.env.GPRSIM_PROGRAM === undefined && existsSync(THREAD)
    ? new Worker(THREAD, { stdout: true, stderr: true })
    : undefined;
thread?.unref();

function inThread(args: readonly string[], env: Record<string, string>): Ran {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const call: ProgramCall = { args, env: environment(env), done, port: port2 };
  thread!.postMessage(call, [port2]);
  if (Atomics.wait(done, 0, 0, TIMEOUT_MS) === 'timed-out')
    throw new Error(`gprsim ${args.join(' ')} does not end`);
  const { status, stdout, stderr } = receiveMessageOnPort(port1)!.message as Omit<Ran, 'json'>;
  port1.close();
  return ranOf(status, stdout, stderr);
}

/** Runs a command in a process. */
function started(args: readonly string[], env: Record<string, string>, input = ''): Ran {
  const [first, ...rest] = program;
  const { status, stdout, stderr } = spawnSync(first, [...rest, ...args], {
    encoding: 'utf8',
    input,
    env: environment(env),
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 28,
  });
  return ranOf(status, stdout, stderr);
}

function ranOf(status: number | null, stdout: string, stderr: string): Ran {
  return {
    status,
    stdout,
    stderr,
    get json() {
      const [line, ...more] = stdout.split('\n');
      if (more.join() !== '') throw new Error(`more than one line: ${stdout}`);
      return JSON.parse(line);
    },
  };
}

/** The words and the help of all commands in the order of the help; no words for the program itself. */
export function commandHelps(path: readonly string[] = []): [path: readonly string[], help: string][] {
  const help = gprsim([...path, '--help']).stdout;
  const [, listed = ''] = help.split(/^Commands:\n/m);
  const names = [...listed.matchAll(/^ {2}([a-z-]+)/gm)]
    .map(([, name]) => name)
    .filter((name) => name !== 'help');
  return [[path, help], ...names.flatMap((name) => commandHelps([...path, name]))];
}

export function commandPaths(): (readonly string[])[] {
  return commandHelps().map(([path]) => path);
}

const FASTER = 'const now = performance.now.bind(performance); performance.now = () => 100 * now();';

const preloading = (module: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}`,
});

/** Node with a clock that runs a hundred times as fast: short work shows its progress, too. */
export const fastClock: { readonly NODE_OPTIONS: string } = preloading(FASTER);

/**
 * Starts a command with a fast clock; it sends itself a signal once its standard error matches, by default after a line of progress,
 * which it writes every 10 ms. Coming from inside, the signal is never later than the work.
 */
export async function interrupt(
  t: TestContext,
  args: readonly string[],
  signal: NodeJS.Signals,
  after = /\n/,
): Promise<Ran> {
  const [first, ...rest] = program;
  const child = spawn(first, [...rest, ...args, '--json'], {
    env: environment(
      preloading(`${FASTER}
        const write = process.stderr.write.bind(process.stderr);
        let written = '';
        process.stderr.write = (text, ...more) => {
          const before = ${after}.test(written);
          written += text;
          const whole = write(text, ...more);
          if (!before && ${after}.test(written)) process.kill(process.pid, '${signal}');
          return whole;
        };`),
    ),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => (output.stderr += chunk));
  const [status] = await once(child, 'close');
  if (!after.test(output.stderr))
    throw new Error(`gprsim ${args.join(' ')} ended before ${signal}: ${output.stderr}`);
  return ranOf(status, output.stdout, output.stderr);
}

export interface Announced {
  readonly url: string;
  readonly apiKey: string | null;
  readonly db: string;
  readonly scenario: string;
  readonly seed: number;
  /** Only if it is not 1. */
  readonly load?: number;
  readonly chaos?: object;
}

/** `gprsim serve --json` on a free port; it is killed after the test. */
export class Server extends Sender {
  readonly announced: Announced;
  readonly #process: ChildProcessByStdio<null, Readable, Readable>;
  /** The given Owner key, or else the announced one. */
  readonly #ownerKey: string | null;
  #token = '';
  /** Standard error since the announcement. */
  logged = '';

  private constructor(
    process: ChildProcessByStdio<null, Readable, Readable>,
    announced: Announced,
    given: string | undefined,
  ) {
    super();
    this.#process = process;
    this.announced = announced;
    this.#ownerKey = given ?? announced.apiKey;
    process.stderr.on('data', (chunk) => {
      this.logged += chunk;
    });
  }

  /** @param before words of a command that starts the program, such as a shell with a limit */
  static async start(
    t: TestContext,
    args: readonly string[],
    env: Record<string, string> = {},
    before: readonly string[] = [],
  ): Promise<Server> {
    const [first, ...rest] = [...before, ...program];
    const child = spawn(first, [...rest, 'serve', ...args, '--listen', '127.0.0.1:0', '--json'], {
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    t.after(() => child.kill('SIGKILL'));
    let output = '';
    child.stderr.on('data', (chunk) => (output += chunk));
    const lines = createInterface(child.stdout);
    const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
    if (typeof line !== 'string') throw new Error(`serve ended with ${line}: ${output}`);
    return new Server(child, JSON.parse(line), env.GPRSIM_API_KEY);
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  async signIn(apiKey: string | null = this.#ownerKey): Promise<this> {
    this.#token = (await this.post('/api/v1/auth', { apiKey })).token;
    return this;
  }

  /** @param body bytes, or what becomes JSON */
  // biome-ignore lint/suspicious/noExplicitAny: tests know the members of an answer
  async send(method: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(`${this.announced.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#token}` },
      ...(body !== undefined && { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
    });
    return response.json();
  }

  async data(method: string, path: string, body?: unknown) {
    const answer = await this.send(method, path, body);
    if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  }

  /** Waits until the running clock has reached an instant. */
  async reach(nowMs: number): Promise<void> {
    while ((await this.get('/sim/clock')).nowMs < nowMs) await this.get('/sim/facts?limit=1');
  }

  /** Sends a signal and waits for the end; returns the exit code, or the signal that ended the process. */
  async end(signal: NodeJS.Signals): Promise<number | string> {
    const exit = once(this.#process, 'exit');
    this.#process.kill(signal);
    const [code, by] = await exit;
    return code ?? by;
  }
}
