// The executable's start, up to the first answer, beside the start of the Node that is inside it; and its memory while
// it waits, beside a Node that waits.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { summed } from './measure.ts';
import type { Entry, Row } from './row.ts';

const file = `${import.meta.dirname}/../dist/gprsim`;
const args = ['serve', 'demo', '--paused', '--db', ':memory:', '--listen', '127.0.0.1:0', '--json'];
/** Until what a start leaves behind has been cleared away. */
const SETTLE_MS = 500;

interface Round {
  readonly startMs: number;
  readonly nodeMs: number;
  readonly idleMb: number;
  readonly nodeIdleMb: number;
}

export const executable: Entry = async ({ quick }) => {
  if (!existsSync(file)) {
    console.error('the executable is left out: dist/gprsim is not built (npm run build:exe)');
    return [];
  }
  await measureOnce();
  const rounds: Round[] = [];
  for (let i = 0; i < (quick ? 7 : 21); i++) rounds.push(await measureOnce());
  const row = (name: string, unit: string, value: keyof Round, reference: keyof Round): Row => ({
    name,
    unit,
    value: median(rounds.map((round) => round[value])),
    reference: median(rounds.map((round) => round[reference])),
    ratioOf: 'executable ÷ node',
    ...summed(rounds.map((round) => round[value] / round[reference])),
    notes: {},
  });
  const rows = [row('executable start', 'ms', 'startMs', 'nodeMs')];
  // Only Linux tells the memory of another process.
  if (process.platform === 'linux') rows.push(row('executable idle memory', 'MB', 'idleMb', 'nodeIdleMb'));
  return rows;
};

async function measureOnce(): Promise<Round> {
  const nodeAt = performance.now();
  spawnSync(process.execPath, ['-e', '0'], { env: {} });
  const nodeMs = performance.now() - nodeAt;

  const startAt = performance.now();
  const child = spawn(file, args, { env: {}, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  await answered(`${JSON.parse(String(line)).url}/healthz`);
  const startMs = performance.now() - startAt;
  const idleMb = await idleMemory(child);
  const node = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { env: {}, stdio: 'ignore' });
  return { startMs, nodeMs, idleMb, nodeIdleMb: await idleMemory(node) };
}

function answered(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      response.resume();
      if (response.statusCode === 200) response.once('end', resolve);
      else reject(new Error(`${url} answered ${response.statusCode}`));
    }).once('error', reject);
  });
}

/** Resident memory of a process that has nothing to do; it is ended. */
async function idleMemory(child: ChildProcess): Promise<number> {
  await sleep(SETTLE_MS);
  const status = process.platform === 'linux' ? readFileSync(`/proc/${child.pid}/status`, 'utf8') : '';
  const exit = once(child, 'exit');
  child.kill();
  await exit;
  return Number(/VmRSS:\s+([0-9]+)/.exec(status)?.[1] ?? 0) / 1024;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
