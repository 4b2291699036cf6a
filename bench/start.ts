// Measures a server against Node: its start, up to the first answer, and its own memory when idle.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, summed } from './measuring/measure.ts';
import type { Row } from './measuring/row.ts';

const serving = ['serve', 'demo', '--paused', '--db', ':memory:', '--listen', '127.0.0.1:0', '--json'];
/** Wait before memory is measured, so that garbage of the start is collected. */
const SETTLE_MS = 500;

interface Round {
  readonly startMs: number;
  readonly nodeMs: number;
  /** Memory of the process alone. Of the files it maps, the system decides how much is in memory, and processes share it. */
  readonly idleMb: number;
  readonly nodeIdleMb: number;
  /** With the mapped files. */
  readonly residentMb: number;
}

/** @param command the program and its first arguments, to use as `gprsim` */
export async function startRows(
  name: string,
  [program, ...args]: readonly [string, ...string[]],
  roundCount: number,
): Promise<Row[]> {
  const measured = () => measureOnce(program, [...args, ...serving]);
  await measured();
  const rounds: Round[] = [];
  for (let i = 0; i < roundCount; i++) rounds.push(await measured());
  const row = (what: string, unit: string, value: keyof Round, reference: keyof Round): Row => ({
    name: `${name} ${what}`,
    unit,
    value: median(rounds.map((round) => round[value])),
    reference: median(rounds.map((round) => round[reference])),
    ratioOf: `${name} ÷ node`,
    ...summed(rounds.map((round) => round[value] / round[reference])),
    notes: {},
  });
  const rows = [row('start', 'ms', 'startMs', 'nodeMs')];
  // Only Linux reports the memory of another process.
  if (process.platform === 'linux') {
    const notes = { 'resident MB': median(rounds.map(({ residentMb }) => residentMb)) };
    rows.push({ ...row('idle memory', 'MB', 'idleMb', 'nodeIdleMb'), notes });
  }
  return rows;
}

async function measureOnce(program: string, args: readonly string[]): Promise<Round> {
  const nodeAt = performance.now();
  spawnSync(process.execPath, ['-e', '0'], { env: {} });
  const nodeMs = performance.now() - nodeAt;

  const startAt = performance.now();
  const child = spawn(program, args, { env: {}, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  await answered(`${JSON.parse(String(line)).url}/healthz`);
  const startMs = performance.now() - startAt;
  const idle = await idleMemory(child);
  const node = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { env: {}, stdio: 'ignore' });
  const nodeIdleMb = (await idleMemory(node)).ownMb;
  return { startMs, nodeMs, idleMb: idle.ownMb, nodeIdleMb, residentMb: idle.residentMb };
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

/** Returns the memory of an idle process, and ends the process. */
async function idleMemory(child: ChildProcess): Promise<{ ownMb: number; residentMb: number }> {
  await sleep(SETTLE_MS);
  const ownMb = memoryMb(child.pid!, 'RssAnon') ?? 0;
  const memory = { ownMb, residentMb: memoryMb(child.pid!, 'VmRSS') ?? 0 };
  const exit = once(child, 'exit');
  child.kill();
  await exit;
  return memory;
}

export function memoryMb(pid: number, what: 'RssAnon' | 'VmRSS'): number | undefined {
  if (process.platform !== 'linux') return undefined;
  return (
    Number(new RegExp(`${what}:\\s+([0-9]+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
  );
}
