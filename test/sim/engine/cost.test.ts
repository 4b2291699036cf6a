import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { attemptCostMicro } from '../../../sim/kernel/gprs/cost.ts';
import { property } from '../../support/property.ts';

const attempt = fc.record({
  heldMs: fc.oneof(fc.integer({ min: 0, max: 315_360_000_000 }), fc.integer({ min: 0, max: 7_200_000 })),
  gpus: fc.integer({ min: 1, max: 4096 }),
  pricePerHourMicro: fc.oneof(
    fc.integer({ min: 0, max: 2 ** 37 - 1 }),
    fc.integer({ min: 0, max: 100_000_000 }),
  ),
  gpuCount: fc.integer({ min: 1, max: 64 }),
});

property(
  'the cost of an attempt equals that of exact arithmetic',
  5000,
  attempt,
  ({ heldMs, gpus, pricePerHourMicro, gpuCount }) => {
    const exact =
      (BigInt(heldMs) * BigInt(gpus) * BigInt(pricePerHourMicro)) / (3_600_000n * BigInt(gpuCount));
    // Beyond 2^53 micro-units (nine thousand million) a double cannot hold the sum.
    fc.pre(exact < 2n ** 53n);
    assert.equal(BigInt(attemptCostMicro(heldMs, gpus, pricePerHourMicro, gpuCount)), exact);
  },
);

test('half an hour of 4 of 8 GPUs costs a quarter of the price of the node', () => {
  assert.equal(attemptCostMicro(1_800_000, 4, 29_390_000, 8), 7_347_500);
});

test('fractions of a micro-unit are dropped', () => {
  assert.equal(attemptCostMicro(1, 1, 3_599_999, 1), 0);
  assert.equal(attemptCostMicro(1, 1, 3_600_000, 1), 1);
});
