// Arrivals by hour of the week.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type GeneratedWorkload,
  HOUR_MS,
  HOURS_PER_WEEK,
  Simulation,
  type WeeklyRates,
} from '../../../sim/index.ts';
import { generated, SECOND, scenarioOf } from '../../support/scenario.ts';

const WEEK_MS = HOURS_PER_WEEK * HOUR_MS;
const MINUTE = 60 * SECOND;

function weekly(rateOf: (hour: number, day: number) => number, startMs = 0): WeeklyRates {
  return {
    startMs,
    rates: Array.from({ length: HOURS_PER_WEEK }, (_, i) => rateOf(i % 24, Math.floor(i / 24))),
  };
}

/** The instants of the arrivals until some instant. */
function instants(given: Partial<GeneratedWorkload>, untilMs: number, rateMilli = 1000): number[] {
  const workload = generated({ count: null, interArrivalMeanMs: 2 * MINUTE, ...given });
  const scenario = scenarioOf({
    nodes: 40,
    workload: [workload],
    arrivalRateMilli: rateMilli,
    scheduler: { workspaceLimit: 'none' },
  });
  const simulation = new Simulation(scenario);
  const arrivals: number[] = [];
  for (let at = 0; at < untilMs; at += WEEK_MS / 7) {
    simulation.runTo(Math.min(untilMs, at + WEEK_MS / 7));
    for (const { kind, atMs } of simulation.viewFacts(simulation.takeFacts()))
      if (kind === 'gpr.created') arrivals.push(atMs);
  }
  return arrivals;
}

describe('arrivals by hour of the week', () => {
  test('with equal rates are those without rates', () => {
    const flat = instants({}, 40 * HOUR_MS);
    for (const rate of [1, 7, 10 ** 12])
      assert.deepEqual(instants({ weekly: weekly(() => rate, 5 * HOUR_MS + 123) }, 40 * HOUR_MS), flat);
  });

  test('have the shares of the rates, and the mean rate over a week', () => {
    const rates = weekly((hour, day) => (day >= 5 ? 1 : 2) * (hour >= 8 && hour < 18 ? 5 : 1));
    const weeks = 4;
    const arrivals = instants({ weekly: rates }, weeks * WEEK_MS);
    const mean = (weeks * WEEK_MS) / (2 * MINUTE);
    // The standard deviation of the number of arrivals is its square root.
    assert.ok(Math.abs(arrivals.length - mean) < 4 * Math.sqrt(mean), `${arrivals.length} of ${mean}`);
    const total = rates.rates.reduce((sum, rate) => sum + rate, 0);
    const counts = new Array<number>(HOURS_PER_WEEK).fill(0);
    for (const at of arrivals) counts[Math.floor((at % WEEK_MS) / HOUR_MS)]++;
    rates.rates.forEach((rate, hour) => {
      const expected = (mean * rate) / total;
      assert.ok(
        Math.abs(counts[hour]! - expected) < 5 * Math.sqrt(expected),
        `hour ${hour}: ${counts[hour]}`,
      );
    });
  });

  test('never fall in hours with the rate 0, and are as many as otherwise', () => {
    // The scenario starts on Tuesday at 22:30; arrivals are on Wednesdays from 3:00 to 4:00 only.
    const startMs = 46.5 * HOUR_MS;
    const rates = weekly((hour, day) => (day === 2 && hour === 3 ? 1 : 0), startMs);
    const arrivals = instants({ weekly: rates, interArrivalMeanMs: HOUR_MS }, 10 * WEEK_MS);
    const hours = new Set(arrivals.map((at) => Math.floor((at + startMs) / HOUR_MS) % HOURS_PER_WEEK));
    assert.deepEqual([...hours], [2 * 24 + 3]);
    assert.ok(Math.abs(arrivals.length - 1680) < 4 * Math.sqrt(1680), `${arrivals.length}`);
    assert.ok(arrivals.every((at, i) => i === 0 || at >= arrivals[i - 1]!));
  });

  test('begin at the start of the entry at the earliest, even if the rate there is tiny', () => {
    const rates = weekly((hour) => (hour === 5 ? 1 : 10 ** 12));
    for (const startMs of [0, 5 * HOUR_MS + 1, 5.9 * HOUR_MS]) {
      const [first] = instants({ weekly: rates, startMs, interArrivalMeanMs: 0, count: 1 }, WEEK_MS);
      assert.ok(first! >= startMs, `${first}`);
    }
  });

  test('follow the rate of arrivals', () => {
    const rates = weekly((hour) => (hour < 12 ? 3 : 1));
    const plain = instants({ weekly: rates }, WEEK_MS).length;
    const double = instants({ weekly: rates }, WEEK_MS, 2000).length;
    assert.ok(Math.abs(double / plain - 2) < 0.05, `${plain} ${double}`);
  });
});
