// A served world: the program as a child process that ends with this process.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Connection } from './connection.ts';
import type { Plan } from './plan.ts';

const { freshBundle } = await import(join(import.meta.dirname, '../../src/pack/bundling/bundle.mjs'));
const program: string = fileURLToPath(await freshBundle('gprsim'));
/** A start that takes longer counts as refused. */
const PATIENCE_MS = 60_000;

/** The files of a world, and its Owner key. */
export interface World {
  readonly scenario: string;
  readonly db: string;
  readonly ownerKey: string;
}

/** The server ended before it answered. */
export class Refused extends Error {}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export class Server {
  readonly url: string;
  readonly token: string;
  readonly #child: Child;
  readonly #log: readonly string[];

  private constructor(child: Child, log: readonly string[], url: string, token: string) {
    this.#child = child;
    this.#log = log;
    this.url = url;
    this.token = token;
  }

  /** @throws Refused if the program does not serve the world */
  static async start(world: World, plan: Pick<Plan, 'isDurable' | 'speed'>): Promise<Server> {
    const child = spawnServer(world, plan);
    const log: string[] = [];
    createInterface(child.stderr).on('line', (line) => log.push(line));
    const answered = await Promise.race([
      once(createInterface(child.stdout), 'line').then(([line]) => String(line)),
      once(child, 'close').then(() => undefined),
      sleep(PATIENCE_MS, undefined, { ref: false }),
    ]);
    const { url } = JSON.parse(answered ?? '{}');
    const connection = new Connection(url);
    const health = url && (await connection.ask('GET', '/healthz'));
    if (health?.status !== 200) {
      child.kill('SIGKILL');
      throw new Refused(`the server does not start: ${answered ?? 'it prints nothing'} ${log.join(' ')}`);
    }
    const { token } = await connection.post('/api/v1/auth', { apiKey: world.ownerKey });
    connection.close();
    return new Server(child, log, url, token);
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Lines of the log, except that a fast clock is slower than requested, and the progress of a slow start. */
  get troubles(): string[] {
    return this.#log.filter(
      (line) => !line.includes('does not reach the requested speed') && !line.startsWith('{"progress"'),
    );
  }

  /** Kills the process; returns false if it had ended before. */
  async kill(): Promise<boolean> {
    return killed(this.#child);
  }

  /** Ends the server as a user does; returns its exit code. */
  async stop(): Promise<number | null> {
    const exit = once(this.#child, 'exit');
    this.#child.stdin.end();
    return (await exit)[0];
  }
}

/** Starts a server and kills it after a time. */
export async function killStart(world: World, plan: Plan, afterMs: number): Promise<void> {
  const child = spawnServer(world, plan);
  await sleep(afterMs);
  await killed(child);
}

/** Runs another command of the program; returns its standard output. @throws Error unless it exits with 0 */
export async function gprsim(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let remarks = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  // On a busy machine it also reports its progress.
  child.stderr.setEncoding('utf8').on('data', (text) => (remarks += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`gprsim ${args.join(' ')} exits with ${code}: ${output}${remarks}`);
  return output;
}

function spawnServer(
  { scenario, db, ownerKey }: World,
  { isDurable, speed }: Pick<Plan, 'isDurable' | 'speed'>,
) {
  const clock = speed === undefined ? ['--paused'] : ['--speed', String(speed)];
  const options = ['--db', db, ...clock, ...(isDurable ? ['--durable'] : [])];
  const common = ['--listen', '127.0.0.1:0', '--json', '--until-stdin-ends'];
  return spawn(process.execPath, [program, 'serve', scenario, ...options, ...common], {
    env: { GPRSIM_API_KEY: ownerKey },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function killed(child: Child): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return false;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  const [, signal] = await exit;
  return signal === 'SIGKILL';
}
