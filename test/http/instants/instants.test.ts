// An answer as of an earlier instant is, byte for byte, that of a new process that did the same and stopped there.
//   GPRSIM_SEED=<integer> or =random   other worlds
//   GPRSIM_RUNS=<number>               a multiple of the usual number of worlds

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { Scenario } from '../../../sim/index.ts';
import { temporaryFile } from '../../driver/world.ts';
import { asyncProperty } from '../../support/property.ts';
import { generated, SECOND } from '../../support/scenario.ts';
import { scenario as base } from '../memory-world.ts';
import { changes, iso, Life, type Step } from './life.ts';
import { readings, requestOf } from './reads.ts';

const WORLDS = 40;
const INSTANTS = 5;

function scenarioWith(queue: Scenario['scheduler']['queue'], workspaceLimit: 1 | 'none'): Scenario {
  return {
    ...base,
    keepEnded: 2,
    scheduler: { ...base.scheduler, queue, workspaceLimit, provisioningDelayMs: 5 * SECOND },
    recordEstimatesEveryMs: 30 * SECOND,
    failures: { nodeMtbfMs: 7_200 * SECOND, nodeRepairMs: 600 * SECOND, provisioningMicro: 50_000 },
    workload: [
      generated({
        count: 20,
        interArrivalMeanMs: 30 * SECOND,
        workspaces: ['red', 'blue'],
        gpus: [1, 4, 8],
        evictsMilli: 300,
        requeuesMilli: 500,
        idleMilli: 200,
      }),
    ],
  };
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      call: fc.nat(changes.length - 1),
      choice: fc.nat(999),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      ms: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300 })).map((seconds) => seconds * SECOND),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rewind' as const),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);

const drawn = fc.record({
  queue: fc.constantFrom('strict' as const, 'greedy' as const, 'backfill' as const),
  workspaceLimit: fc.constantFrom(1 as const, 'none' as const),
  steps: fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }),
  instants: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
    minLength: INSTANTS,
    maxLength: INSTANTS,
  }),
  choices: fc.infiniteStream(fc.nat(9_999)),
});

/** Creates one of each resource: with this choice, calls use no variants, and names that other calls use, too. */
const CHOICE = 20;
const beginning: readonly Step[] = [
  ...changes.flatMap(({ method, body }, call): Step[] =>
    method === 'POST' && body !== undefined ? [{ do: 'call', call, choice: CHOICE }] : [],
  ),
  { do: 'advance', ms: 60 * SECOND },
];
/** How often an operation is tried until it succeeds. */
const TRIES = 8;

/** The operations that succeeded as of an earlier instant. */
const succeeded = new Set<string>();

asyncProperty('an earlier instant reads as a world that was stopped there', WORLDS, drawn, async (world) => {
  const { queue, workspaceLimit, steps, instants, choices } = world;
  const choose = (count: number) => (choices.next().value as number) % count;
  const folder = temporary();
  const life = new Life(folder.path, scenarioWith(queue, workspaceLimit));
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
          if (atMs === begunMs && succeeded.has(reading.path)) continue;
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
    folder.remove();
  }
});

test('every operation that takes at succeeded', () => {
  assert.ok(readings.length > 20);
  assert.deepEqual(
    readings.map(({ path }) => path).filter((path) => !succeeded.has(path)),
    [],
  );
});

function temporary(): { path: string; remove: () => void } {
  let remove = () => {};
  const after = (work: () => void) => {
    remove = work;
  };
  const path = temporaryFile({ after } as unknown as TestContext);
  return { path, remove: () => remove() };
}
