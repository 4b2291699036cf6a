// The measured servers: the program, started from its bundle, and the bare server. Both are child processes and end with
// this process.

import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { root } from '../root.ts';
import { memoryMb } from '../start.ts';
import { answerTo } from './child-answer.ts';
import type { BareSetup } from './protocol.ts';

export const program = join(root, 'dist/gprsim.mjs');
const bareProgram = join(root, 'bench/server/bare.ts');

interface Envelope<T> {
  readonly statusCode: number;
  readonly message: string;
  readonly data: T;
}

export function refreshProgram(): void {
  const launcher = join(root, 'src/pack/launch.mjs');
  const { status, stderr } = spawnSync(process.execPath, [launcher, 'version'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the program cannot be built: ${stderr}`);
}

export class Subject {
  readonly url: string;
  readonly apiKey: string;
  token = '';
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, url: string, apiKey: string) {
    this.#process = process;
    this.url = url;
    this.apiKey = apiKey;
  }

  /**
   * Starts `gprsim serve` with these arguments and signs in as the Owner.
   * @param probe a file that the process loads before the program, and that answers messages
   */
  static async serve(args: readonly string[], probe?: string): Promise<Subject> {
    const apiKey = randomUUID();
    const all = [program, 'serve', ...args, '--listen', '127.0.0.1:0', '--json', '--until-stdin-ends'];
    const preloaded = probe === undefined ? [] : ['--import', pathToFileURL(probe).href];
    const child = spawn(process.execPath, [...preloaded, ...all], {
      env: { GPRSIM_API_KEY: apiKey },
      stdio: ['pipe', 'pipe', 'inherit', ...(probe === undefined ? [] : (['ipc'] as const))],
    });
    const [line] = await Promise.race([once(createInterface(child.stdout!), 'line'), once(child, 'exit')]);
    if (typeof line !== 'string') throw new Error(`gprsim serve ${args.join(' ')} ended with ${line}`);
    return new Subject(child, JSON.parse(line).url, apiKey).#signedIn();
  }

  /** Starts the bare server with a new Owner key and signs in. */
  static async bare(setup: Omit<BareSetup, 'apiKey'>): Promise<Subject> {
    const apiKey = randomUUID();
    const child = fork(bareProgram, [], { execArgv: [], env: {} });
    const { url } = await answerTo<{ url: string }>(child, { ...setup, apiKey } satisfies BareSetup);
    return new Subject(child, url, apiKey).#signedIn();
  }

  /** Sends a request and returns the data of the answer; throws unless it is a success. */
  async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { statusCode, message, data } = (await response.json()) as Envelope<T>;
    if (statusCode !== 200) throw new Error(`${method} ${path} answered ${statusCode} ${message}`);
    return data;
  }

  /** Returns the text of the answer to GET; throws unless it is a success. */
  async text(path: string): Promise<string> {
    const response = await fetch(`${this.url}${path}`, {
      headers: { authorization: `Bearer ${this.token}` },
    });
    if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}`);
    return response.text();
  }

  /** Returns the next answer of the probe. */
  probe<T>(): Promise<T> {
    return answerTo<T>(this.#process, {});
  }

  async countGprs(): Promise<number> {
    const series = await this.text('/metrics');
    const counts = [...series.matchAll(/^gprsim_gprs\{.*\} (\d+)$/gm)].map(([, count]) => Number(count));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Processor time of the threads that run, in ms; undefined if the system does not report it. */
  cpuMs(): number | undefined {
    const threads = `/proc/${this.#process.pid}/task`;
    if (!existsSync(`${threads}/${this.#process.pid}/schedstat`)) return undefined;
    // In nanoseconds: the ticks of `stat` are a large part of a short round.
    const ofThread = (thread: string) =>
      Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[0]);
    return readdirSync(threads).reduce((sum, thread) => sum + ofThread(thread), 0) / 1e6;
  }

  /** Resident memory in MB; undefined if the system does not report it. */
  rssMb(): number | undefined {
    return memoryMb(this.#process.pid!, 'VmRSS');
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exit = once(this.#process, 'exit');
    if (this.#process.stdin === null) this.#process.disconnect();
    else this.#process.stdin.end();
    await exit;
  }

  async kill(): Promise<void> {
    const exit = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exit;
  }

  async #signedIn(): Promise<this> {
    const { token } = await this.ask<{ token: string }>('POST', '/api/v1/auth', { apiKey: this.apiKey });
    this.token = token;
    return this;
  }
}
