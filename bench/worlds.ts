// Measures the worlds of one server: how long it takes to make one, the memory that is left when many were made and deleted, and how
// long an idle world takes to answer while fifty others advance and files open.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GprsimServer } from '../src/library/gprsim.d.ts';
import { start } from '../src/library/start.ts';
import { bytesInUse } from './measuring/grown.ts';
import type { Entry, Row } from './measuring/row.ts';

const ADVANCING = 50;
const FILES = 3;
const FACTS = 100_000;

export const worlds: Entry = async ({ quick }) => [await made(quick), ...(await answered(quick))];

interface Client {
  ask(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
}

async function clientOf({ url, apiKey }: Pick<GprsimServer, 'url' | 'apiKey'>): Promise<Client> {
  let token = '';
  const ask: Client['ask'] = async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { statusCode, message, data } = (await response.json()) as {
      statusCode: number;
      message: string;
      data: Record<string, unknown>;
    };
    if (statusCode !== 200) throw new Error(`${method} ${path}: ${message}`);
    return data;
  };
  token = (await ask('POST', '/api/v1/auth', { apiKey })).token as string;
  return { ask };
}

/** The time to make a world beside the time to start a server, and the memory after many. */
async function made(quick: boolean): Promise<Row> {
  const server = await start({ scenario: 'demo', paused: true });
  try {
    const { ask } = await clientOf(server);
    const makeAndDelete = async (count: number) => {
      const times: number[] = [];
      for (let i = 0; i < count; i++) {
        const beganAt = performance.now();
        await ask('POST', '/sim/worlds', { name: `w-${i}` });
        times.push(performance.now() - beganAt);
        await ask('DELETE', `/sim/worlds/w-${i}`);
      }
      return times.sort((a, b) => a - b);
    };
    await makeAndDelete(quick ? 100 : 1_000);
    const before = bytesInUse();
    const times = await makeAndDelete(quick ? 400 : 9_000);
    const grownBytes = bytesInUse() - before;
    const starts: number[] = [];
    for (let i = 0; i < 9; i++) {
      const beganAt = performance.now();
      await (await start({ scenario: 'demo', paused: true })).close();
      starts.push(performance.now() - beganAt);
    }
    const value = at(times, 0.5);
    const reference = at(
      starts.sort((a, b) => a - b),
      0.5,
    );
    return {
      name: 'worlds made',
      value,
      reference,
      unit: 'ms',
      ratioOf: 'a world ÷ a server in the same process',
      ratio: value / reference,
      spread: (at(times, 0.75) - at(times, 0.25)) / value,
      notes: {
        worlds: times.length,
        'p99 ms': rounded(at(times, 0.99)),
        'grown MB': rounded(grownBytes / 1e6),
      },
    };
  } finally {
    await server.close();
  }
}

/** The longest answer of an idle world while others advance, and while files are opened. */
async function answered(quick: boolean): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-bench-'));
  try {
    const earlier = await start({ scenario: 'quiet', paused: true, worlds: folder });
    const first = await clientOf(earlier);
    for (let i = 0; i < FILES; i++) {
      await first.ask('POST', '/sim/worlds', { name: `file-${i}`, scenario: 'million', seed: i });
      for (let facts = 0; facts < FACTS; ) {
        const { seq } = await first.ask('POST', `/worlds/file-${i}/sim/clock/advance`, { events: 20_000 });
        facts = seq as number;
      }
    }
    await earlier.close();

    const server = await start({ scenario: 'quiet', paused: true, worlds: folder });
    const { ask } = await clientOf(server);
    await ask('POST', '/sim/worlds', { name: 'idle' });
    for (let i = 0; i < ADVANCING; i++) {
      const scenario = i === 0 ? 'million' : i % 2 === 0 ? 'demo' : 'quiet';
      await ask('POST', '/sim/worlds', { name: `moving-${i}`, scenario });
    }
    const look = async (times: number[]) => {
      const beganAt = performance.now();
      await ask('GET', '/worlds/idle/sim/clock');
      times.push(performance.now() - beganAt);
    };
    const alone: number[] = [];
    while (alone.length < 500) await look(alone);
    const under: number[] = [];
    let isOver = false;
    const moves = Array.from({ length: ADVANCING }, (_, i) =>
      ask('POST', `/worlds/moving-${i}/sim/clock/advance`, { by: quick ? '1d' : '7d' }),
    );
    const opened = Array.from({ length: FILES }, (_, i) => ask('GET', `/worlds/file-${i}/sim/clock`));
    const all = Promise.all([...moves, ...opened]).finally(() => {
      isOver = true;
    });
    while (!isOver) await look(under);
    await all;
    await server.close();
    for (const times of [alone, under]) times.sort((a, b) => a - b);
    const value = at(under, 1);
    const reference = at(alone, 0.5);
    return [
      {
        name: 'worlds answered',
        value,
        reference,
        unit: 'ms',
        ratioOf: 'longest answer of an idle world among 50 that advance ÷ median without them',
        ratio: value / reference,
        spread: 0,
        notes: {
          answers: under.length,
          'median ms': rounded(at(under, 0.5)),
          'p99 ms': rounded(at(under, 0.99)),
        },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param sorted in rising order */
function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
