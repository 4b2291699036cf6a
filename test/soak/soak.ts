// A served world that lives long: each simulated hour some work, reads, a rewind, a switch back and a deletion. Samples show what
// grows.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { openSqlite } from '../../src/store/sqlite/file/sqlite.ts';
import { Random } from '../faults/random.ts';
import { Connection } from '../kills/connection.ts';
import type { Server, World } from '../kills/server.ts';

const HOUR_SECONDS = 3_600;
const WORKSPACES = ['team-blue', 'vision', 'genomics'] as const;
const REQUESTS_PER_HOUR = 4;
const SIGN_IN_EVERY_MS = 300_000;

export interface Sample {
  readonly atMs: number;
  readonly rssMb: number;
  /** Files and connections that the process has open. */
  readonly open: number;
  readonly branches: number;
  /** Branches that have rows in the file. */
  readonly stored: number;
  readonly snapshots: number;
  readonly fileMb: number;
  /** Pages of the file that are free. */
  readonly freeMb: number;
}

export class Soak {
  readonly samples: Sample[] = [];
  rewinds = 0;
  readonly #server: Server;
  readonly #path: string;
  readonly #ownerKey: string;
  #connection: Connection;
  #signedInAt = performance.now();
  readonly #random: Random;
  readonly #live: string[] = [];
  #number = 0;

  constructor(server: Server, { db, ownerKey }: World, seed: number) {
    this.#server = server;
    this.#path = db;
    this.#ownerKey = ownerKey;
    this.#connection = new Connection(server.url, server.token);
    this.#random = new Random(seed, 1);
  }

  /** Works for an hour; goes back and works there, perhaps twice; and returns. */
  async hour(): Promise<void> {
    await this.#signIn();
    await this.#work(this.#live);
    await this.#pass(HOUR_SECONDS);
    const { branch, nowMs } = await this.#connection.get('/sim/clock');
    const backMs = this.#random.int(1, 3 * HOUR_SECONDS) * 1_000;
    const to = await this.#iso(Math.max(0, nowMs - backMs));
    const times = this.#random.chance(50) ? 1 : 2;
    const made: number[] = [];
    for (let i = 0; i < times; i++) {
      made.push((await this.#connection.post('/sim/rewind', { to })).branch);
      this.rewinds++;
      await this.#work([]);
      await this.#pass(this.#random.int(1, HOUR_SECONDS));
    }
    await this.#connection.post(`/sim/branches/${branch}/switch`);
    // The second one may begin in the first one.
    for (const other of made.reverse()) await this.#connection.delete(`/sim/branches/${other}`);
  }

  async sample(): Promise<Sample> {
    const { nowMs } = await this.#connection.get('/sim/clock');
    const { branches } = await this.#connection.get('/sim/branches');
    const raw = openSqlite(this.#path, { readonly: true });
    const count = (sql: string) => raw.prepare(sql).pluck().get() as number;
    const pageMb = (raw.pragma('page_size', { simple: true }) as number) / 1e6;
    const sample: Sample = {
      atMs: nowMs,
      rssMb: residentMb(this.#server.pid),
      open: readdirSync(`/proc/${this.#server.pid}/fd`).length,
      branches: branches.length,
      stored: count('SELECT count(*) FROM marks'),
      snapshots: count('SELECT count(*) FROM snapshots'),
      fileMb: statSync(this.#path).size / 1e6,
      freeMb: (raw.pragma('freelist_count', { simple: true }) as number) * pageMb,
    };
    raw.close();
    this.samples.push(sample);
    return sample;
  }

  close(): void {
    this.#connection.close();
  }

  /** Tokens expire. */
  async #signIn(): Promise<void> {
    if (performance.now() - this.#signedInAt < SIGN_IN_EVERY_MS) return;
    this.#signedInAt = performance.now();
    const { token } = await this.#connection.post('/api/v1/auth', { apiKey: this.#ownerKey });
    this.#connection.close();
    this.#connection = new Connection(this.#server.url, token);
  }

  async #pass(seconds: number): Promise<void> {
    await this.#connection.post('/sim/clock/advance', { by: `${seconds}s` });
  }

  /** @param live GPRs of the branch, also new ones; some are released or deleted */
  async #work(live: string[]): Promise<void> {
    for (let i = 0; i < REQUESTS_PER_HOUR; i++) {
      const draw = this.#random.int(0, 9);
      if (draw < 5 || live.length === 0) live.push(await this.#create());
      else if (draw < 9) await this.#end(live.splice(this.#random.int(0, live.length - 1), 1)[0], draw < 7);
      else await this.#read();
    }
  }

  async #create(): Promise<string> {
    const data = await this.#connection.post('/api/v1/gpr', {
      gprName: `soak-${this.#number++}`,
      sliceName: this.#random.pick(WORKSPACES),
      clusterName: 'worker-1',
      instanceType: '',
      gpuShape: '',
      enableAutoGpuSelection: true,
      numberOfGPUs: this.#random.pick([1, 2, 4]),
      numberOfGPUNodes: 1,
      priority: this.#random.int(1, 250),
      exitDuration: `${this.#random.int(5, 30)}m`,
    });
    return data.gprId;
  }

  /** It may have ended already. */
  async #end(gprId: string, isRelease: boolean): Promise<void> {
    const answer = isRelease
      ? await this.#connection.ask('PUT', '/api/v1/gpr', { gprId, earlyRelease: true })
      : await this.#connection.ask('DELETE', '/api/v1/gpr', { gprId });
    const isExpected = answer?.status === 200 || /in \w+ state|not found/i.test(answer?.message ?? '');
    if (!isExpected) throw new Error(`${gprId}: ${JSON.stringify(answer)}`);
  }

  async #read(): Promise<void> {
    for (const path of ['/sim/state', '/sim/facts?limit=1000', '/api/v1/gpr/list?sliceName=vision'])
      await this.#connection.get(path);
  }

  async #iso(nowMs: number): Promise<string> {
    const { now, nowMs: presentMs } = await this.#connection.get('/sim/clock');
    return new Date(Date.parse(now) - presentMs + nowMs).toISOString();
  }
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1e3;
}

/** Returns what grew although it should not. @param rssGrowth how much of the middle third the last third may be */
export function grownIn(samples: readonly Sample[], rssGrowth: number): string[] {
  const third = Math.floor(samples.length / 3);
  const middle = samples.slice(third, 2 * third);
  const last = samples.slice(-third);
  const found: string[] = [];
  const [then, now] = [middle, last].map((part) => median(part.map(({ rssMb }) => rssMb)));
  if (now > then * rssGrowth) found.push(`the memory grew from ${then} MB to ${now} MB`);
  const [openThen, openNow] = [middle, last].map((part) => median(part.map(({ open }) => open)));
  if (openNow > openThen + 1) found.push(`${openNow} files and connections are open; ${openThen} were`);
  for (const { branches, stored, freeMb, fileMb, atMs } of samples) {
    if (branches !== 1 || stored !== branches)
      found.push(`at ${atMs} ms, ${branches} branches are listed, and ${stored} have rows`);
    if (freeMb > Math.max(2, 0.3 * fileMb))
      found.push(`at ${atMs} ms, ${freeMb} MB of ${fileMb} MB of the file are free and not used again`);
  }
  return found;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
