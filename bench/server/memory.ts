// Measures the memory of the server after 100,000 GPRs: with all of them kept in memory, and with the default number kept
// in memory and the others in its file.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import million from '../../fixtures/scenarios/million.json' with { type: 'json' };
import type { Row } from '../measuring/row.ts';
import { Subject } from './subject.ts';

const COUNT = 1e5;
const KEPT_BY_DEFAULT = 10_000;
const SETTLE_MS = 500;

export async function memoryRows(): Promise<Row[]> {
  // Only Linux reports the memory of another process.
  if (process.platform !== 'linux') return [];
  const all = await grown(COUNT);
  const notes = { 'growth in bytes a GPR': Math.round(((all.afterMb - all.beforeMb) * 2 ** 20) / COUNT) };
  return [
    {
      name: 'server memory 1e5',
      value: all.afterMb,
      reference: all.beforeMb,
      unit: 'MB',
      ratioOf: 'after 1e5 GPRs, all kept ÷ before',
      ratio: all.afterMb / all.beforeMb,
      spread: 0,
      notes: { ...notes, [`MB with ${KEPT_BY_DEFAULT} kept`]: await keptByDefaultMb() },
    },
  ];
}

async function keptByDefaultMb(): Promise<number> {
  return Math.round((await grown(KEPT_BY_DEFAULT)).afterMb);
}

async function grown(keepEnded: number): Promise<{ readonly beforeMb: number; readonly afterMb: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-bench-'));
  const scenario = join(folder, 'scenario.json');
  writeFileSync(
    scenario,
    JSON.stringify({ ...million, keepEnded, workload: [{ ...million.workload[0], count: COUNT }] }),
  );
  const server = await Subject.serve([scenario, '--paused', '--db', join(folder, 'world.gprsim')]);
  try {
    await sleep(SETTLE_MS);
    const beforeMb = server.rssMb()!;
    await server.ask('POST', '/sim/clock/advance', { by: '30d' });
    await sleep(SETTLE_MS);
    const afterMb = server.rssMb()!;
    const kept = await server.countGprs();
    if (kept !== keepEnded) throw new Error(`the server has ${kept} GPRs in memory instead of ${keepEnded}`);
    return { beforeMb, afterMb };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
