// Functions of modules that never return.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PolicyFailure, Simulation } from '../../sim/index.ts';
import { SECOND, scenarioOf } from '../support/scenario.ts';
import { World } from '../support/world.ts';
import { given, orderText, placementText } from './module.ts';

const LIMIT_MS = 50;
const ENDLESS = '(() => { for (;;) {} })()';

for (const [kind, text] of [
  ['order', orderText(ENDLESS)],
  ['placement', placementText('for (;;) {}')],
] as const) {
  test(`a run with an endless ${kind} fails after the limit, and names its file`, async () => {
    const name = await given(text, kind, LIMIT_MS);
    const world = new World(scenarioOf({ scheduler: { [kind]: name } })).at(0);
    world.create('blue', { gpusPerNode: 8, exitMs: 100 * SECOND });
    const message = `the ${kind} ./mine.mjs did not let the simulation go on within 0.05 s`;
    assert.throws(
      () => world.run(SECOND),
      (error) => error instanceof PolicyFailure && error.message === message,
    );
  });
}

test('after an endless module, another world goes on', () => {
  const simulation = new Simulation(scenarioOf({}));
  simulation.runTo(SECOND);
  assert.equal(simulation.nowMs, SECOND);
});
