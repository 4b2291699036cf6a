// Measures the server and the bare server by turns under the same load.

import { median, summed } from '../measuring/measure.ts';
import type { Row } from '../measuring/row.ts';
import type { Loaded } from './loader.ts';
import type { Subject } from './subject.ts';

export type Run = (subject: Subject, amount: number) => Promise<Loaded>;

export interface Pair {
  readonly server: Subject;
  readonly bare: Subject;
}

export interface Round {
  readonly server: Loaded;
  readonly bare: Loaded;
}

export async function withPair<T>(start: () => Promise<Pair>, work: (pair: Pair) => Promise<T>): Promise<T> {
  const pair = await start();
  try {
    return await work(pair);
  } finally {
    await pair.server.stop();
    await pair.bare.stop();
  }
}

/** Number of requests of a round, and of the uncounted round that warms up each server. */
export interface Effort {
  readonly rounds: number;
  readonly amount: number;
  readonly warmUp: number;
}

export async function inRounds({ server, bare }: Pair, run: Run, effort: Effort): Promise<readonly Round[]> {
  const { rounds, amount, warmUp } = effort;
  await run(server, warmUp);
  await run(bare, warmUp);
  const measured: Round[] = [];
  for (let i = 0; i < rounds; i++) {
    if (i % 2 === 0) {
      const ofServer = await run(server, amount);
      measured.push({ server: ofServer, bare: await run(bare, amount) });
    } else {
      const ofBare = await run(bare, amount);
      measured.push({ server: await run(server, amount), bare: ofBare });
    }
  }
  return measured;
}

/** Returns a row with the requests per second of both and their ratio; latencies and processor time are notes. */
export function rowOf(name: string, rounds: readonly Round[], more: Row['notes'] = {}): Row {
  const middle = (figure: (round: Round) => number) => median(rounds.map(figure));
  const notes: Record<string, string | number> = {
    'p50 ms': rounded(middle(({ server }) => server.latencyMsP50)),
    'p99 ms': rounded(middle(({ server }) => server.latencyMsP99)),
    'bare p50 ms': rounded(middle(({ bare }) => bare.latencyMsP50)),
    'bare p99 ms': rounded(middle(({ bare }) => bare.latencyMsP99)),
  };
  if (rounds[0].server.cpuUs !== undefined) {
    notes['processor µs a request'] = rounded(middle(({ server }) => server.cpuUs!));
    notes['bare processor µs'] = rounded(middle(({ bare }) => bare.cpuUs!));
    notes['ratio by processor time'] = rounded(middle(({ server, bare }) => bare.cpuUs! / server.cpuUs!));
  }
  return {
    name,
    value: middle(({ server }) => server.perSecond),
    reference: middle(({ bare }) => bare.perSecond),
    unit: 'requests/s',
    ratioOf: 'server ÷ bare node:http',
    ...summed(rounds.map(({ server, bare }) => server.perSecond / bare.perSecond)),
    notes: { ...notes, ...more },
  };
}

export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
