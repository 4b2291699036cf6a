// Sends random requests, generated from the OpenAPI documents, to the whole server.
//   GPRSIM_SEED=<integer> or =random   other sequences; a failure reports the seed of the failing sequence
//   GPRSIM_RUNS=<number>               multiplies the number of requests

import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { documents } from '../http/documents/described.ts';
import { runs } from '../support/runs.ts';
import { type Document, type Entrance, entrancesOf } from './interface.ts';
import { type Broken, play } from './play.ts';
import { type Sequence, sequences } from './sequence.ts';
import { shortened } from './shorten.ts';
import { Tally } from './tally.ts';

const SEED_DEFAULT = 20260105;
/** With this number, each operation succeeds and is refused. */
const REQUESTS = 40_000;
/** Numbers of steps of a sequence. */
const LENGTHS = [100, 300, 800];
const SHORTENING_MS = 120_000;

const wanted = process.env.GPRSIM_SEED;
const firstSeed = wanted === 'random' ? randomInt(2 ** 31) : Number(wanted ?? SEED_DEFAULT);
const requests = REQUESTS * runs;

const entrances: readonly Entrance[] = Object.values(documents).flatMap((document) =>
  entrancesOf(document as unknown as Document),
);

test('every answer to a random request fits its description, and the world stays consistent', async (context) => {
  const tally = new Tally(entrances);
  const bySize = LENGTHS.map((length) => sequences(entrances, length));
  context.diagnostic(`seed ${firstSeed}`);
  let seed = firstSeed;
  for (; tally.requests < requests; seed++) {
    const arbitrary = bySize[seed % bySize.length]!;
    const [sequence] = fc.sample(fc.noBias(arbitrary), { seed, numRuns: 1 });
    await play(sequence!, entrances, tally).catch((error: Broken) => report(error, sequence!, seed));
  }
  context.diagnostic(`${tally.requests} requests in ${seed - firstSeed} sequences`);
  if (requests >= REQUESTS) assert.deepEqual(tally.untried(), []);
});

async function report(first: Broken, sequence: Sequence, seed: number) {
  let last = first;
  const fails = async (other: Sequence) => {
    try {
      await play(other, entrances);
      return false;
    } catch (error) {
      const isAlike = gist(error as Broken) === gist(first);
      if (isAlike) last = error as Broken;
      return isAlike;
    }
  };
  await fails(await shortened(sequence, fails, SHORTENING_MS));
  const { message, sent, cause } = last;
  const list = sent.map((line) => `  ${line}`).join('\n');
  throw new Error(
    `${message}\n\nGPRSIM_SEED=${seed} begins with the failing sequence. Shortened, it is\n${list}\n`,
    {
      cause,
    },
  );
}

/** Returns the kind of a failure: its message without values. */
function gist({ message }: Broken): string {
  return message.split(/[:\n]/)[0]!.replace(/\d+/g, '');
}
