// Measures POST /auth: the server looks up an API key and signs a new token.

import { median } from '../measuring/measure.ts';
import type { Row } from '../measuring/row.ts';
import type { Loader, LoadOn } from './loader.ts';
import { inRounds, type Pair, rowOf } from './rounds.ts';
import type { Subject } from './subject.ts';

const CONNECTIONS = 16;

export async function authRow(pair: Pair, loader: Loader, quick: boolean): Promise<Row> {
  const run = async (subject: Subject, amount: number) => {
    const loaded = await loader.run(subject, loadFor(subject, amount));
    await mustOpen(subject, loaded.lastBody);
    return loaded;
  };
  const rounds = await inRounds(pair, run, {
    rounds: quick ? 3 : 7,
    amount: quick ? 1_000 : 10_000,
    warmUp: quick ? 1_500 : 3_000,
  });
  return rowOf('server auth', rounds, {
    'slowest round a second': Math.round(Math.min(...rounds.map(({ server }) => server.perSecond))),
    'token bytes': median(rounds.map(({ server }) => tokenOf(server.lastBody).length)),
  });
}

function loadFor({ apiKey }: Subject, amount: number): LoadOn {
  const body = JSON.stringify({ apiKey });
  return {
    requests: [{ method: 'POST', path: '/api/v1/auth', body }],
    connections: CONNECTIONS,
    amount,
    expectedPart: '"data":{"token":"ey',
  };
}

/** Checks that the server accepts the last token of a round. */
async function mustOpen(subject: Subject, body: string): Promise<void> {
  subject.token = tokenOf(body);
  await subject.text('/api/v1/slice-workspace/list');
}

function tokenOf(body: string): string {
  return JSON.parse(body).data.token;
}
