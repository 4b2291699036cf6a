// Measures how long the event loop of a server is held while hundreds of thousands of GPRs wait under `backfill`: when they arrive,
// are listed with their estimates, asked about, and copied for what-ifs and snapshots.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import million from '../fixtures/scenarios/million.json' with { type: 'json' };
import type { LoopReport } from './dashboard/protocol.ts';
import type { Entry } from './measuring/row.ts';
import { root } from './root.ts';
import { refreshProgram, Subject } from './server/subject.ts';

const FEW = 1_000;
const COUNTS = [1e5, 2e5, 4e5];
/** Of one what-if each. */
const WHAT_IFS = 4;

export const waiting: Entry = async ({ quick }) => {
  refreshProgram();
  const few = Math.max(...Object.values(await heldBy(FEW)));
  const rows = [];
  for (const count of quick ? COUNTS.slice(0, 1) : COUNTS) {
    const held = await heldBy(count);
    const value = Math.max(...Object.values(held));
    rows.push({
      name: `loop held with ${count} waiting GPRs`,
      value,
      reference: few,
      unit: 'ms',
      ratioOf: `longest turn ÷ with ${FEW} GPRs`,
      ratio: value / few,
      spread: 0,
      notes: Object.fromEntries(Object.entries(held).map(([what, ms]) => [`${what}, ms`, Math.round(ms)])),
    });
  }
  return rows;
};

/** Returns the longest turn of the event loop during each kind of request, ms. */
async function heldBy(count: number): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-bench-'));
  const scenario = join(folder, 'scenario.json');
  const scheduler = { ...million.scheduler, queue: 'backfill', workspaceLimit: 'none' };
  const [{ nodes, ...cluster }] = million.clusters;
  const workload = [{ ...million.workload[0], count, workspaces: 1_000 }];
  const clusters = [{ ...cluster, nodes: [{ ...nodes[0], count: 100 }] }];
  writeFileSync(scenario, JSON.stringify({ ...million, scheduler, clusters, workload }));
  const server = await Subject.serve(
    [scenario, '--load', '100', '--paused', '--db', join(folder, 'world.gprsim')],
    join(root, 'bench/dashboard/loop-probe.ts'),
  );
  const held: Record<string, number> = {};
  const during = async (what: string, work: () => Promise<unknown>) => {
    await server.probe();
    await work();
    held[what] = (await server.probe<LoopReport>()).gapMsMax;
  };
  const advance = (by: string) => server.ask<{ now: string }>('POST', '/sim/clock/advance', { by });
  try {
    // A hundred arrivals a second.
    await during('arrivals', () => advance(`${Math.ceil(count / 6_000) + 1}m`));
    const list = () => server.ask<{ gprs: { gprId: string }[] }>('GET', '/sim/gprs?state=Queued&limit=100');
    await during('list', list);
    const { gprs } = await list();
    await during('explanation', () => server.ask('GET', `/sim/explain/${gprs.at(-1)!.gprId}`));
    await during('what-ifs', async () => {
      const { now } = await advance('1s');
      const until = new Date(Date.parse(now) + 60_000).toISOString();
      const asked = { until, changes: [] };
      await Promise.all(Array.from({ length: WHAT_IFS }, () => server.ask('POST', '/sim/what-if', asked)));
    });
    await during('10 minutes', () => advance('10m'));
    return held;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
