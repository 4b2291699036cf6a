// A burst of a placement without GPU details is foreseen with the default template of its new cluster.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '../../../sim/index.ts';
import { cluster, nodeGroup, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';
import { binding, placement, template } from './orders.ts';

const burst = { text: '20s', ms: 20 * SECOND };
const filling = { gpusPerNode: 8, exitMs: 500 * SECOND };

function bound(...clusters: string[]): Command {
  const entries = clusters.map((name) => ({ cluster: name, defaultTemplate: name, templates: [name] }));
  return { kind: 'binding.create', binding: binding('red', '', { clusters: entries }) };
}

/** Three clusters of one node with 8 GPUs; auto-GPR of the workspace red has a template named after each cluster. */
function autoWorld(): World {
  const clusters = ['east', 'west', 'north'].map((name) => cluster(name, [nodeGroup('large', 1)]));
  const world = new World(scenarioOf({ clusters })).at(0);
  const given = { gpusPerNode: 8, priority: 100, exitMs: 100 * SECOND, requeueOnFailure: true };
  for (const name of ['east', 'west', 'north']) {
    const changes = name === 'west' ? { priority: 50, exitMs: 200 * SECOND, gpusPerNode: 2 } : {};
    world.do({
      kind: 'gpr-template.create',
      template: template(name, { ...given, ...changes, cluster: name }),
    });
  }
  world.do(bound('east', 'west', 'north'));
  return world;
}

/** Its steps take 30, 5 and 10 seconds. */
const app = placement('red', { gpu: null, clusters: ['east', 'west', 'north'], enableBurst: true, burst });

test('a burst of a placement without GPU details is foreseen with the template of the new cluster', () => {
  const world = autoWorld();
  world.create('blue', { clusters: ['east'], ...filling });
  world.run(0);
  world.at(SECOND).do(app);
  // It needs all GPUs of the west, of which the placement will hold 2 from 21 s to 221 s.
  const next = world.create('green', { clusters: ['west'], gpusPerNode: 8, priority: 40 });
  world.create('white', { clusters: ['west'], gpusPerNode: 4, priority: 200, exitMs: 60 * SECOND });
  assert.equal(world.estimate(next), 221 * SECOND);
  world.run(300 * SECOND);
  assert.deepEqual(world.starts(next), [221 * SECOND]);
});
