import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  boundedSlowdownOf,
  endOf,
  flowOf,
  meanOf,
  missing,
  placedBy,
  printedByPyss,
  publishedStarts,
  sumOf,
  waitOf,
} from './sdsc.ts';

const POLICIES = {
  fcfs: { queue: 'strict' },
  easy: { queue: 'backfill' },
  sjbf: { queue: 'backfill', backfillOrder: 'shortest' },
  easy_perfect: { queue: 'backfill', bound: 'exact' },
  conservative: { queue: 'conservative' },
} as const;

type Policy = keyof typeof POLICIES;

/** The digits of a number as studies print it. */
const digits = (value: number, like: string): string => {
  const fraction = like.split('.')[1]?.length ?? 0;
  return value.toFixed(fraction);
};

/** Of all jobs, repaired: sum of waits in s; what PYSS prints; of `filtered` jobs: mean flow, mean bounded slowdown. */
const FIGURES: Readonly<Record<Policy, readonly (number | string)[]>> = {
  fcfs: [77_944_934, '261.1138767', '140.059807974', 4558, '23872.5199739470', '139.594803544124'],
  easy: [16_733_014, '60.7247020545', '17.7200935453', 4559, '11932.4131567521', '18.0057522104273'],
  sjbf: [17_485_992, '63.5133289464', '18.1412636249', 4559, '11966.5631784629', '17.4963053726973'],
  easy_perfect: [15_553_805, '55.9591650216', '14.0225301063', 4559, '11637.2985236648', '14.1716182305867'],
  conservative: [17_651_392, '64.1361117204', '17.2852451831', 4559, '12101.2203647416', '17.1214198676905'],
};

describe('the log of the SDSC SP2, with a cycle for each event', { skip: missing }, () => {
  for (const policy of Object.keys(POLICIES) as Policy[]) {
    const [sumOfWaits, waitMinutes, slowdown, jobs, flow, filteredSlowdown] = FIGURES[policy];

    test(`${policy}: each repaired job starts when PYSS starts it, and its printed figures come out`, () => {
      const placed = placedBy(POLICIES[policy]);
      assert.equal(placed.length, 4961);
      assert.deepEqual(
        placed.map(({ start }) => start),
        publishedStarts(policy),
      );
      assert.equal(sumOf(placed.map(waitOf)), sumOfWaits);
      const printed = printedByPyss(placed);
      assert.deepEqual(
        [
          digits(printed.waitMinutes, String(waitMinutes)),
          digits(printed.slowdown, String(slowdown)),
          printed.jobs,
        ],
        [waitMinutes, slowdown, jobs],
      );
    });

    test(`${policy}: the figures of the filtered jobs are those of predictsim`, () => {
      const placed = placedBy({ ...POLICIES[policy], broken: 'drop' });
      assert.equal(placed.length, 4606);
      assert.equal(digits(meanOf(placed.map(flowOf)), String(flow)), flow);
      assert.equal(digits(meanOf(placed.map(boundedSlowdownOf)), String(filteredSlowdown)), filteredSlowdown);
    });
  }

  test('makespan and utilization of the repaired jobs', () => {
    const placed = placedBy(POLICIES.easy);
    const makespan = Math.max(...placed.map(endOf));
    assert.equal(makespan, 5_064_399);
    const used = sumOf(placed.map(({ processors, run }) => processors * run));
    assert.equal((used / (128 * makespan)).toFixed(6), '0.592667');
  });
});

describe('the log of the SDSC SP2, with a cycle for each instant', { skip: missing }, () => {
  const differing = (run: (typeof POLICIES)[Policy]) => {
    const filtered = { ...run, broken: 'drop' };
    const byEvent = placedBy(filtered);
    const atOnce = placedBy({ ...filtered, cycle: 'instant' });
    const others = atOnce.filter(({ start }, number) => start !== byEvent[number]!.start);
    return [others.length, meanOf(atOnce.map(flowOf)).toFixed(10)];
  };

  test('5 starts differ under EASY, 164 under EASY-SJBF', () => {
    assert.deepEqual(differing(POLICIES.easy), [5, '11932.4224924012']);
    assert.deepEqual(differing(POLICIES.sjbf), [164, '11902.1376465480']);
  });
});
