// Measures reads with a token: one GPR, the GPRs of a workspace, the workspaces. The clock is paused, so that both servers
// always answer with the same bytes.

import type { Row } from '../measuring/row.ts';
import { gprOf } from './gprs.ts';
import type { Loader } from './loader.ts';
import { inRounds, type Pair, rowOf } from './rounds.ts';
import { Subject } from './subject.ts';

const WORKSPACE = 'team-blue';
const LISTED = 20;
const CONNECTIONS = 16;
const workspacesPath = '/api/v1/slice-workspace/list';
const listPath = `/api/v1/gpr/list?sliceName=${WORKSPACE}`;

interface GprRecord {
  readonly gprId: string;
  readonly sliceName: string;
}

interface ReadPath {
  readonly name: string;
  readonly path: string;
  readonly amount: number;
}

export async function readRows(pair: Pair, loader: Loader, quick: boolean): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, path, amount } of await readPaths(pair)) {
    const expected = await sameAnswer(pair, path);
    const request = { method: 'GET', path } as const;
    const run = (subject: Subject, count: number) =>
      loader.run(subject, { requests: [request], connections: CONNECTIONS, amount: count, expected });
    const effort = {
      rounds: quick ? 3 : 7,
      amount: quick ? amount / 8 : amount,
      warmUp: amount / (quick ? 4 : 2),
    };
    rows.push(rowOf(name, await inRounds(pair, run, effort), { bytes: expected.length }));
  }
  return rows;
}

/** Returns the paths: a running GPR, the list with it and the waiting ones, and a list that rarely changes. */
export async function readPaths({ server }: Pair): Promise<readonly ReadPath[]> {
  const { items } = await server.ask<{ items: GprRecord[] }>('GET', listPath);
  return [
    { name: 'server read GPR', path: `/api/v1/gpr/gpr?gprId=${items[0].gprId}`, amount: 16_000 },
    { name: `server read ${LISTED} GPRs`, path: listPath, amount: 8_000 },
    { name: 'server read workspaces', path: workspacesPath, amount: 16_000 },
  ];
}

/** Starts a server with one running and several waiting GPRs, and a bare server with the same records. */
export async function readable(): Promise<Pair> {
  const server = await Subject.serve(['quiet', '--paused', '--db', ':memory:']);
  for (let i = 0; i < LISTED; i++) await server.ask('POST', '/api/v1/gpr', gprOf(WORKSPACE));
  await server.ask('POST', '/sim/clock/advance', { by: '10m' });
  const { items } = await server.ask<{ items: GprRecord[] }>('GET', listPath);
  const lists = { [workspacesPath]: await server.ask('GET', workspacesPath) };
  return { server, bare: await Subject.bare({ lists, gprs: items, db: ':memory:', durable: false }) };
}

async function sameAnswer({ server, bare }: Pair, path: string): Promise<string> {
  const expected = await server.text(path);
  if ((await bare.text(path)) === expected) return expected;
  throw new Error(`GET ${path}: the bare server answers with other bytes`);
}
