import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../../../sim/base/pending.ts';
import { Simulation } from '../../../sim/index.ts';
import { Percentiles } from '../../../sim/reading/totals/percentiles.ts';
import { COLORS, request, SECOND, scenarioOf } from '../../support/scenario.ts';

test('the percentiles of a workspace are those of its waits, however many GPRs started', () => {
  const simulation = new Simulation(scenarioOf({ scheduler: { workspaceLimit: 'none' } }));
  const history = simulation.history();
  simulation.openAt(0);
  // Each takes all GPUs for a second. The GPRs of a workspace wait 0, 1, 2 and so on up to 299 seconds more than its first.
  for (const name of COLORS)
    for (let i = 0; i < 300; i++) {
      const check = simulation.check(request(name, { gpusPerNode: 8, exitMs: SECOND }));
      assert.ok(check.ok);
      simulation.apply(check.command);
    }
  simulation.runTo(2_000 * SECOND);
  history.follow(simulation.takeFacts());
  const page = { order: undefined, isDescending: false, offset: 0, limit: 10, sees: () => true };
  const query = { subject: { kind: 'workspaces' }, fromMs: 0, toMs: 2_000 * SECOND, page } as const;
  const { rows } = finish(simulation.totals(history, query)!);
  assert.deepEqual(
    rows.map(({ name, totals: { waits } }) => [name, waits.count, waits.p50Ms, waits.p95Ms, waits.maxMs]),
    COLORS.map((name, i) => [name, 300, ...[149, 284, 299].map((place) => (300 * i + place) * SECOND)]),
  );
});

test('the percentiles of a group that is too long to be sorted are those of the sorted group', () => {
  const waits = Float64Array.from({ length: 10_000 }, (_, i) => (i * 7919) % 10_007);
  const percentiles = new Percentiles(waits, 10_006);
  while (!percentiles.run(10_006));
  const sorted = waits.toSorted();
  assert.deepEqual(percentiles.found, [sorted[4_999], sorted[9_499]]);
});
