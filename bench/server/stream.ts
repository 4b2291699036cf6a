// Measures the stream of facts with 100 listeners while GPRs are created: events per second, their delay, and the slowdown
// of the creations. Each listener must get every fact.

import { median, summed } from '../measuring/measure.ts';
import type { Row } from '../measuring/row.ts';
import { gprOf, WORKSPACES } from './gprs.ts';
import { Listeners } from './listeners.ts';
import type { Loaded, Loader } from './loader.ts';
import { create } from './mutations.ts';
import { type Pair, rounded, withPair } from './rounds.ts';
import { Subject } from './subject.ts';

const LISTENERS = 100;
/** A key may have 25 streams. */
const KEYS = 4;
/** Gap between the mutations whose delay is measured, so that none waits for another. */
const GAP_MS = 20;

interface StreamRound {
  readonly heardBy: Loaded;
  readonly unheard: Loaded;
  readonly eventsPerSecond: number;
  readonly delaysMs: readonly number[];
}

export async function streamRows(loader: Loader, quick: boolean): Promise<Row[]> {
  const listeners = new Listeners();
  try {
    return await withPair(startPair, async ({ server, bare }) => {
      for (const workspace of WORKSPACES) await server.ask('POST', '/api/v1/gpr', gprOf(workspace));
      const tokens = await Promise.all(Array.from({ length: KEYS }, () => anotherToken(server)));
      const round = (subject: Subject) =>
        oneRound(subject, subject === server ? tokens : [subject.token], loader, listeners, quick);
      const rounds: { server: StreamRound; bare: StreamRound }[] = [];
      for (let i = 0; i < (quick ? 1 : 5); i++) {
        rounds.push({ server: await round(server), bare: await round(bare) });
      }
      return rowsOf(rounds);
    });
  } finally {
    listeners.stop();
  }
}

async function startPair(): Promise<Pair> {
  return {
    server: await Subject.serve(['quiet', '--db', ':memory:']),
    bare: await Subject.bare({ lists: {}, gprs: [], db: ':memory:', durable: false }),
  };
}

async function anotherToken(server: Subject): Promise<string> {
  const key = { name: 'listener', userName: 'bench', description: '', role: 'Owner', validity: '2100-01-01' };
  const { apiKey } = await server.ask<{ apiKey: string }>('POST', '/api/v1/api-key', key);
  const { token } = await server.ask<{ token: string }>('POST', '/api/v1/auth', { apiKey });
  return token;
}

async function oneRound(
  subject: Subject,
  tokens: readonly string[],
  loader: Loader,
  listeners: Listeners,
  quick: boolean,
): Promise<StreamRound> {
  const { url, token } = subject;
  const count = quick ? 300 : 1_600;
  const unheard = await create(subject, loader, count);
  await listeners.follow({ kind: 'open', url, token, tokens, listeners: LISTENERS });
  const heardBy = await create(subject, loader, count);
  const { events, elapsedMs } = await listeners.follow({ kind: 'await', creations: count });
  const bodies = Array.from({ length: quick ? 20 : 100 }, (_, i) =>
    JSON.stringify(gprOf(WORKSPACES[i % WORKSPACES.length])),
  );
  await listeners.follow({ kind: 'create', bodies, gapMs: GAP_MS });
  const { delaysMs } = await listeners.follow({ kind: 'await', creations: count + bodies.length });
  await listeners.follow({ kind: 'close' });
  if (delaysMs.length !== bodies.length * LISTENERS) {
    throw new Error(`${delaysMs.length} of ${bodies.length * LISTENERS} events of mutations arrived`);
  }
  return { heardBy, unheard, eventsPerSecond: events / (elapsedMs / 1000), delaysMs };
}

function rowsOf(rounds: readonly { readonly server: StreamRound; readonly bare: StreamRound }[]): Row[] {
  const middle = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure));
  const delays = (which: 'server' | 'bare') => {
    const all = rounds.flatMap((round) => round[which].delaysMs).toSorted((a, b) => a - b);
    return [0.5, 0.99].map((part) => rounded(Math.max(0, all[Math.floor(all.length * part)])));
  };
  const [p50, p99] = delays('server');
  const [bareP50, bareP99] = delays('bare');
  const slowing = (which: 'server' | 'bare') =>
    rounds.map((round) => round[which].heardBy.perSecond / round[which].unheard.perSecond);
  return [
    {
      name: 'server stream',
      value: middle(({ server }) => server.eventsPerSecond),
      reference: middle(({ bare }) => bare.eventsPerSecond),
      unit: 'events/s',
      ratioOf: 'server ÷ bare node:http',
      ...summed(rounds.map(({ server, bare }) => server.eventsPerSecond / bare.eventsPerSecond)),
      notes: {
        listeners: LISTENERS,
        'delay p50 ms': p50,
        'delay p99 ms': p99,
        'bare delay p50 ms': bareP50,
        'bare delay p99 ms': bareP99,
      },
    },
    {
      name: 'server create with listeners',
      value: middle(({ server }) => server.heardBy.perSecond),
      reference: middle(({ server }) => server.unheard.perSecond),
      unit: 'requests/s',
      ratioOf: 'with listeners ÷ without',
      ...summed(slowing('server')),
      notes: { 'ratio of the bare server': rounded(median(slowing('bare'))) },
    },
  ];
}
