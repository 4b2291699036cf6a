// Measures acknowledged mutations: creates GPRs, then changes and deletes each. The server answers after the command is in
// the journal. The clock runs, so scheduling cycles run in between, as they do for users.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../measuring/row.ts';
import { gprOf, WORKSPACES } from './gprs.ts';
import type { Loaded, Loader } from './loader.ts';
import { inRounds, type Pair, type Round, rowOf, withPair } from './rounds.ts';
import { Subject } from './subject.ts';

const CONNECTIONS = 16;
const path = '/api/v1/gpr';

interface Kept {
  readonly name: string;
  readonly isFile: boolean;
  readonly durable: boolean;
}

/** Where worlds and journals are stored: the default, safe against power failures, and in memory. */
const KEPT: readonly Kept[] = [
  { name: 'in a file', isFile: true, durable: false },
  { name: 'in a file, durable', isFile: true, durable: true },
  { name: 'in memory', isFile: false, durable: false },
];

export async function mutationRows(loader: Loader, quick: boolean): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kept of quick ? KEPT.slice(0, 1) : KEPT) {
    const folder = mkdtempSync(join(tmpdir(), 'gprsim-bench-'));
    try {
      const start = () => startPair(kept, folder);
      rows.push(...(await withPair(start, (pair) => rowsOf(kept.name, pair, loader, quick))));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return rows;
}

async function rowsOf(name: string, pair: Pair, loader: Loader, quick: boolean): Promise<Row[]> {
  const amount = quick ? 320 : 3_200;
  const changed = new Map<Loaded, Loaded>();
  const run = async (subject: Subject, count: number): Promise<Loaded> => {
    const before = subject === pair.server ? await subject.countGprs() : 0;
    const created = await create(subject, loader, count);
    if (subject === pair.server) await mustHave(subject, before + count);
    const change = await changeAndDelete(subject, loader, created.gprIds);
    if (subject === pair.server) await mustHave(subject, before);
    changed.set(created, change);
    return created;
  };
  // A running GPR in every workspace, so that all further GPRs are queued.
  for (const workspace of WORKSPACES)
    await pair.server.ask('POST', path, { ...gprOf(workspace), priority: 300 });
  await pair.server.ask('POST', '/sim/clock/advance', { by: '5m' });
  const created = await inRounds(pair, run, { rounds: quick ? 3 : 7, amount, warmUp: quick ? 640 : 1_600 });
  const changes = created.map(
    ({ server, bare }): Round => ({ server: changed.get(server)!, bare: changed.get(bare)! }),
  );
  return [
    rowOf(`server create ${name}`, created, { 'GPRs a round': amount }),
    rowOf(`server change ${name}`, changes),
  ];
}

async function startPair({ isFile, durable }: Kept, folder: string): Promise<Pair> {
  const db = (name: string) => (isFile ? join(folder, name) : ':memory:');
  const flags = durable ? ['--durable'] : [];
  return {
    server: await Subject.serve(['quiet', '--db', db('world.gprsim'), ...flags]),
    bare: await Subject.bare({ lists: {}, gprs: [], db: db('bare.db'), durable }),
  };
}

export function create(subject: Subject, loader: Loader, count: number): Promise<Loaded> {
  const requests = WORKSPACES.map((workspace) => ({
    method: 'POST' as const,
    path,
    body: JSON.stringify(gprOf(workspace)),
  }));
  return loader.run(subject, {
    requests,
    connections: CONNECTIONS,
    amount: count,
    expectedPart: '"data":{"gprId":"gpr-',
  });
}

export function changeAndDelete(
  subject: Subject,
  loader: Loader,
  gprIds: readonly string[],
): Promise<Loaded> {
  if (new Set(gprIds).size !== gprIds.length) throw new Error('two GPRs have the same id');
  return loader.run(subject, {
    requests: [
      { method: 'PUT', path, body: '{"gprId":"{gprId}","priority":250}' },
      { method: 'DELETE', path, body: '{"gprId":"{gprId}"}' },
    ],
    connections: CONNECTIONS,
    amount: gprIds.length * 2,
    gprIds,
    expectedPart: '"status":"OK","message":"Success","data":{}',
  });
}

/** Checks that exactly the acknowledged mutations took effect. */
async function mustHave(subject: Subject, gprs: number): Promise<void> {
  const count = await subject.countGprs();
  if (count !== gprs)
    throw new Error(`the world has ${count} GPRs; by the acknowledged mutations it should have ${gprs}`);
}
