// An answer as of an earlier instant is, byte for byte, that of a new process that did the same and stopped there.
//   GPRSIM_SEED=<integer> or =random   other worlds
//   GPRSIM_RUNS=<number>               a multiple of the usual number of worlds

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { inFolder } from '../../support/folder.ts';
import { asyncProperty } from '../../support/property.ts';
import { iso, Life } from './life.ts';
import { type Reading, readings, requestOf } from './reads.ts';
import { beginning, drawn, scenarioWith } from './worlds.ts';

const WORLDS = 40;

/** How often an operation is tried until it succeeds. */
const TRIES = 8;

/** Futures of worlds in which many GPRs wait take long: it is enough that it succeeded once. */
function hasFutures({ parameters }: Reading): boolean {
  return parameters.some(({ name }) => name === 'samples');
}

/** The operations that succeeded as of an earlier instant. */
const succeeded = new Set<string>();

asyncProperty('an earlier instant reads as a world that was stopped there', WORLDS, drawn, (world) =>
  inFolder(async (folder) => {
    const { queue, workspaceLimit, steps, instants, choices } = world;
    const choose = (count: number) => (choices.next().value as number) % count;
    const life = new Life(join(folder, 'world.gprsim'), scenarioWith(queue, workspaceLimit));
    try {
      for (const one of beginning) await life.take(one);
      const begunMs = life.nowMs;
      for (const one of steps) await life.take(one);
      const gprs = life.gprs();
      const all = [begunMs, ...instants.map((share) => Math.floor(share * life.nowMs))];
      for (const atMs of all.filter((instant) => instant < life.nowMs)) {
        const stopped = await life.repeated(atMs);
        try {
          for (const reading of readings.flatMap((one) => Array.from({ length: TRIES }, () => one))) {
            if ((atMs === begunMs || hasFutures(reading)) && succeeded.has(reading.path)) continue;
            const request = requestOf(reading, gprs, choose);
            const expected = await stopped.send('GET', request);
            const at = choose(2) === 0 ? String(atMs) : encodeURIComponent(iso(atMs));
            for (const warmth of ['cold', 'warm']) {
              const answer = await life.session.send('GET', `${request}&at=${at}`);
              // A request with a wrong form is refused in the present, before any instant is looked at.
              const simTime = answer.status === 422 ? expected.simTime : answer.simTime;
              assert.deepEqual({ ...answer, simTime }, expected, `${request}&at=${at}, ${warmth}`);
            }
            if (expected.status === 200) succeeded.add(reading.path);
          }
        } finally {
          await stopped.close();
        }
      }
    } finally {
      await life.session.close();
    }
  }),
);

test('every operation that takes at succeeded', () => {
  assert.ok(readings.length > 20);
  assert.deepEqual(
    readings.map(({ path }) => path).filter((path) => !succeeded.has(path)),
    [],
  );
});
