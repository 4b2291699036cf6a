// A study of other sizes has the same arrivals: pools are chosen, and demands are cut, as the scenario was written.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Scenario, Simulation } from '../../sim/index.ts';
import { scenarioOf } from '../../src/scenario/load.ts';
import { readStoredScenario } from '../../src/scenario/stored/stored-scenario.ts';
import { example, type Json, now } from './example.ts';

const HOUR_MS = 3_600_000;

/** A file with one generated entry, in which the pool of small nodes of `east` has some size. */
function sized(count: number, change: (entry: Json) => void = () => {}): Json {
  const file = example();
  file.clusters[0].nodes[0].count = count;
  file.workload = [{ ...file.workload[0], count: 300, interArrival: { mean: '1m' } }];
  change(file.workload[0]);
  return file;
}

function loaded(content: Json, written?: Json): Scenario {
  const result = scenarioOf(content, 'example.json', { now, written });
  assert.ok(result.ok, JSON.stringify(result));
  return result.scenario;
}

type Arrival = [number, unknown, unknown, unknown, unknown, number, unknown];

/** Instant, workspace, pool, demand and exit duration of each arrival. */
function arrivals(scenario: Scenario): unknown[] {
  const simulation = new Simulation(scenario);
  simulation.runTo(1000 * HOUR_MS);
  return simulation
    .viewFacts(simulation.takeFacts())
    .filter(({ kind }) => kind === 'gpr.created')
    .map(({ atMs, workspace, cluster, instanceType, gpusPerNode, nodeCount, exitMs }) => {
      return [atMs, workspace, cluster, instanceType, gpusPerNode, nodeCount, exitMs];
    });
}

const written = sized(4);

describe('the arrivals of a variant with other sizes', () => {
  test('are those of the scenario as written', () => {
    const before = arrivals(loaded(written));
    assert.equal(before.length, 300);
    for (const count of [5, 40]) {
      assert.deepEqual(arrivals(loaded(sized(count), written)), before);
      assert.notDeepEqual(arrivals(loaded(sized(count))), before, 'alone, its shares follow its sizes');
    }
  });

  test('are cut where the pool has become smaller, and only there', () => {
    const before = arrivals(loaded(written)) as Arrival[];
    const after = arrivals(loaded(sized(1), written));
    assert.deepEqual(
      after,
      before.map(([at, workspace, cluster, type, gpus, nodes, exit]) => {
        return [at, workspace, cluster, type, gpus, type === 'small' ? Math.min(1, nodes) : nodes, exit];
      }),
    );
    assert.notDeepEqual(after, before);
  });

  test('may ask for more than the variant has, if the scenario as written has it', () => {
    const asks = (entry: Json) => {
      entry.cluster = 'east';
      entry.workspaces = ['red'];
      entry.nodes = [4];
    };
    loaded(sized(3, asks), sized(4, asks));
    const alone = scenarioOf(sized(3, asks), 'example.json', { now });
    assert.ok(!alone.ok);
    assert.match(alone.problems[0]!.message, /at most 3, the number of nodes of the largest pool, but is 4/);
  });

  test('are the same after the variant was stored', () => {
    const scenario = loaded(sized(40), written);
    const stored = readStoredScenario(JSON.stringify(scenario));
    assert.ok(stored.ok);
    assert.deepEqual(arrivals(stored.scenario), arrivals(scenario));
  });
});

test('a scenario as written that cannot be loaded is refused with its problems', () => {
  const refused = scenarioOf(sized(5), 'example.json', { now, written: { ...written, seed: -1 } });
  assert.ok(!refused.ok);
  assert.equal(refused.problems[0]!.path, 'seed');
});
