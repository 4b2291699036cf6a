import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

test('random failures end after the repair time, and are as frequent as the mean time between failures', () => {
  const world = new World(
    scenarioOf({ nodes: 20, failures: { nodeMtbfMs: 1000 * SECOND, nodeRepairMs: 100 * SECOND } }),
  );
  world.run(50_000 * SECOND);
  const failures = world.facts.filter(({ kind }) => kind === 'node.down');
  for (const { atMs, repairAtMs } of failures) assert.equal(repairAtMs, atMs + 100_000);
  // 20 nodes × 50,000 s ÷ 1,100 s = 909 failures. The standard deviation of 909 exponential gaps is below 30.
  assert.ok(Math.abs(failures.length - 909) < 120, `${failures.length}`);
});
