// How far estimates and likely starts could be trusted: equal to a slow computation, and the same however a world was reached.

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { estimateAccuracyOf, finish } from '../../../sim/index.ts';
import type { Driver } from '../../../src/driver/driver.ts';
import { type Calibration, Cancelled, type PastWorld } from '../../../src/driver/world.ts';
import {
  crowded,
  estimatesOf,
  HOUR,
  MINUTE,
  runTo,
  sampledOf,
  startAfter,
} from '../../support/asked-again.ts';
import { request, scenarioOf } from '../../support/scenario.ts';
import { memoryWorld, openWorld, submit, tamper, temporaryFile } from '../world.ts';

const EVERY = 63 * MINUTE;
const END = 60 * HOUR;
const SAMPLES = 10;

async function calibration({ read }: PastWorld, samples?: number): Promise<Calibration> {
  const answer = await read.calibration(samples);
  assert.ok(answer.ok);
  return answer;
}

/** The share of the sampled starts below which a share of them lies, computed from its definition. */
function level(startMs: readonly number[], share: number): number {
  const place = Math.min(startMs.length, Math.max(1, share * (startMs.length + 1)));
  const [low, high] = [startMs[Math.floor(place) - 1], startMs[Math.ceil(place) - 1]];
  return low === high ? low : Math.round(low + (high - low) * (place - Math.floor(place)));
}

const middleOf = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length / 2) - 1];

test('ranges and estimates are those of runs that are stopped at each asking', async (t) => {
  const world = memoryWorld(t, crowded);
  for (let hour = 0; hour < 60; hour++) await world.advance({ byMs: HOUR });
  const { likely, askedEveryMs, estimates } = await calibration(world, SAMPLES);
  assert.equal(askedEveryMs, EVERY);
  const { measures } = runTo(crowded, END).simulation;
  assert.deepEqual(estimates, finish(estimateAccuracyOf(measures.estimates, END)), 'equal to those of a run');
  // 57 askings: every third is asked.
  const instants = Array.from({ length: 19 }, (_, i) => 3 * (i + 1) * EVERY);
  const { facts } = runTo(crowded, END);
  const found = { ended: 0, open: 0, overdue: 0, covered: 0, ranges: 0 };
  const errors: number[] = [];
  const estimateErrors: number[] = [];
  for (const askedMs of instants) {
    const stopped = runTo(crowded, askedMs);
    const estimatedMs = new Map(estimatesOf(stopped.simulation).map((one) => [one.gprId, one.startMs]));
    const horizonMs = 7 * 24 * HOUR;
    for (const { gprId, startMs } of sampledOf(stopped, SAMPLES, horizonMs)) {
      const startedMs = startAfter(facts, gprId, askedMs);
      const starts = [...startMs];
      const estimate = estimatedMs.get(gprId)!;
      const likely = Math.min(level(starts, 0.5), askedMs + horizonMs);
      const waits = startedMs === undefined;
      if (startedMs === null) found.ended++;
      else if (waits && likely >= END && (estimate ?? END) >= END) found.open++;
      else {
        const actualMs = startedMs ?? END;
        const [from, to] = [level(starts, 0.1), level(starts, 0.9)];
        if (waits) found.overdue++;
        if (!waits || to < END) found.ranges++;
        if (!waits && from <= actualMs && actualMs <= to) found.covered++;
        const errorOf = (foreseenMs: number) =>
          waits && foreseenMs >= END ? 0 : Math.abs(foreseenMs - actualMs);
        errors.push(errorOf(likely));
        if (estimate !== null) estimateErrors.push(errorOf(estimate));
      }
    }
  }
  const { ended, open, overdue, covered, ranges } = found;
  assert.ok(overdue > 5 && covered > 50 && covered < ranges, JSON.stringify(found));
  assert.ok(ranges < errors.length && estimateErrors.length < errors.length, 'some are unknown');
  const { horizons, ...all } = likely!;
  assert.deepEqual(
    [all.samples, all.instants, all.answers, all.overdue, all.ended, all.open],
    [SAMPLES, instants.length, errors.length, overdue, ended, open],
  );
  assert.deepEqual(
    [all.coverage, all.ranges, all.medianErrorMs, all.estimateMedianErrorMs],
    [covered / ranges, ranges, middleOf(errors), middleOf(estimateErrors)],
  );
  const sum = horizons.reduce((all, { answers }) => all + answers, 0);
  assert.equal(sum, errors.length);
});

/** Advances by hours, with a request in each. */
async function work(world: Driver, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    await submit(
      world,
      request('blue', { gpusPerNode: 8, priority: 250, enableEviction: true, exitMs: HOUR }),
    );
    await world.advance({ byMs: HOUR });
  }
}

/** Without the number of the branch. */
async function texts(world: PastWorld): Promise<string[]> {
  const answers = [await calibration(world), await calibration(world, 10)];
  return answers.map((answer) => JSON.stringify({ ...answer, branch: 0 }));
}

test('the answer of an earlier instant, and after a rewind, a restart and an import, is equal to the byte', async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, crowded);
  await work(world, 12);
  const then = await texts(world);
  await world.advance({ byMs: MINUTE });
  const answer = JSON.parse(then[1]) as Calibration;
  assert.ok(answer.estimates.answers > 20 && answer.likely!.answers > 20, then[1]);
  await work(world, 4);
  const later = await texts(world);
  assert.notDeepEqual(later, then);
  assert.deepEqual(await world.at(12 * HOUR, () => true, texts), then, 'an earlier instant');

  const copy = temporaryFile(t);
  await world.exportTo(copy);
  await world.close();
  const bare = temporaryFile(t);
  copyFileSync(path, bare);
  tamper(bare, 'DELETE FROM snapshots');
  for (const file of [path, bare]) {
    const restarted = openWorld(t, file);
    assert.deepEqual(await texts(restarted), later, 'a restart');
    const result = await restarted.rewind({ toMs: 12 * HOUR }, 'back');
    assert.ok(result.ok);
    assert.deepEqual(await texts(restarted), then, 'a rewind');
    await restarted.close();
  }

  const other = memoryWorld(t, scenarioOf());
  const folder = join(dirname(temporaryFile(t)), 'aside');
  mkdirSync(folder);
  await other.importFrom(copy, folder, () => true);
  assert.deepEqual(await texts(other), later, 'an import');
});

test('a world without recorded estimates has none, but likely starts; one at its start has neither', async (t) => {
  const world = memoryWorld(t, { ...crowded, recordEstimatesEveryMs: null });
  const before = await calibration(world, 10);
  assert.deepEqual([before.likely!.instants, before.likely!.answers, before.likely!.coverage], [0, 0, null]);
  await world.advance({ byMs: 20 * HOUR });
  const { askedEveryMs, estimates, likely } = await calibration(world, 10);
  assert.deepEqual(
    [askedEveryMs, estimates.answers, estimates.medianErrorMs, estimates.open],
    [null, 0, null, 0],
  );
  assert.ok(likely!.instants === 19 && likely!.answers > 20);
});

test('a client that disconnects ends the work; the next answer is not delayed by it', async (t) => {
  const world = memoryWorld(t, crowded);
  await world.advance({ byMs: END });
  let asked = 0;
  const dropped = Promise.resolve(world.read.calibration(1_000, () => asked++ < 3));
  const next = calibration(world, 10);
  await assert.rejects(dropped, Cancelled);
  assert.ok((await next).likely!.answers > 100);
});
