import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Checker, type FactView, type Scenario, Simulation } from '../../sim/index.ts';
import { builtInScenarios } from '../../src/scenario/builtin.ts';
import { loadScenario, scenarioOf } from '../../src/scenario/load.ts';
import { parseJson } from '../../src/scenario/parse-json.ts';
import { starterScenario } from '../../src/scenario/starter.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function builtIn(name: string): Scenario {
  const loaded = loadScenario(name, {
    now: () => assert.fail('built-in scenarios start at a fixed instant'),
  });
  assert.ok(loaded.ok, JSON.stringify(loaded));
  return loaded.scenario;
}

function factsOf(scenario: Scenario, hours: number): FactView[] {
  const simulation = new Simulation(scenario);
  simulation.runTo(hours * hourMs);
  return simulation.viewFacts(simulation.takeFacts());
}

function nodesByType(scenario: Scenario): Map<string, number> {
  const nodes = new Map<string, number>();
  for (const group of scenario.clusters.flatMap((cluster) => cluster.nodes)) {
    nodes.set(group.instanceType, (nodes.get(group.instanceType) ?? 0) + group.count);
  }
  return nodes;
}

test('every built-in scenario loads and has its name and a description of one line', () => {
  assert.deepEqual(builtInScenarios.map(({ name }) => name).sort(), ['demo', 'million', 'quiet', 'tiny']);
  for (const { name, description } of builtInScenarios) {
    assert.equal(builtIn(name).name, name);
    assert.match(description, /^[A-Z0-9][^\n]{20,100}[^.\n]$/);
  }
});

test('demo shows every state, evictions and node failures within five hours, and has no end', () => {
  const demo = builtIn('demo');
  assert.deepEqual(
    demo.workload.map((workload) => workload.kind === 'generated' && workload.count),
    [null],
  );
  assert.equal(demo.recordEstimatesEveryMs, minuteMs);

  const facts = factsOf(demo, 5);
  const some = (kind: FactView['kind'], members: Partial<Pick<FactView, 'state' | 'reason'>> = {}) =>
    facts.some(
      (fact) =>
        fact.kind === kind &&
        (members.state ?? fact.state) === fact.state &&
        (members.reason ?? fact.reason) === fact.reason,
    );
  assert.ok(
    facts.some((fact) => fact.kind === 'gpr.provisioning' && Number(fact.waitMs) > minuteMs),
    'Queued',
  );
  assert.ok(some('gpr.provisioning'), 'Provisioning');
  assert.ok(some('gpr.successful'), 'Successful');
  assert.ok(some('gpr.ended', { state: 'Complete' }), 'Complete');
  assert.ok(some('gpr.ended', { state: 'TimedOut', reason: 'idle time-out' }), 'TimedOut');
  assert.ok(some('gpr.ended', { state: 'Failed' }), 'Failed');
  assert.ok(some('gpr.requeued', { reason: 'eviction' }), 'eviction');
  assert.ok(some('node.down') && some('node.up'), 'node failure and repair');
});

test('demo stays busy for eight weeks without growing queues, whatever the seed', () => {
  for (const seed of [42, 7]) {
    const demo = new Simulation({ ...builtIn('demo'), seed, recordEstimatesEveryMs: null });
    const weeks = Array.from({ length: 8 }, () => 0);
    for (let hour = 1; hour <= weeks.length * 168; hour++) {
      demo.runTo(hour * hourMs);
      demo.dropFacts();
      weeks[Math.floor((hour - 1) / 168)]! += demo.views.countStates().Queued / 168;
    }
    for (const queued of weeks)
      assert.ok(queued > 15 && queued < 60, `mean numbers of queued GPRs by week: ${weeks}`);
    const { utilization } = demo.measures.summary();
    assert.ok(utilization! > 0.6 && utilization! < 0.8, `the utilization is ${utilization}`);
  }
});

/** GPU time that the GPRs of a run need ÷ GPU time there is, by pool. */
function offeredLoads(scenario: Scenario, days: number): Record<string, number> {
  const simulation = new Simulation({ ...scenario, recordEstimatesEveryMs: null });
  const endMs = days * 24 * hourMs;
  simulation.runTo(endMs);
  const facts = simulation.viewFacts(simulation.takeFacts());
  const ran = new Map(
    facts.filter(({ kind }) => kind === 'gpr.ended').map(({ gprId, ranMs }) => [gprId, Number(ranMs)]),
  );
  const lastMs = Math.max(...facts.filter(({ kind }) => kind === 'gpr.created').map(({ atMs }) => atMs));
  const needed: Record<string, number> = {};
  for (const { kind, gprId, cluster, instanceType, gpusPerNode, nodeCount, exitMs } of facts) {
    if (kind !== 'gpr.created') continue;
    const heldMs = (ran.get(gprId) ?? Number(exitMs)) + scenario.scheduler.provisioningDelayMs;
    const pool = `${cluster}/${instanceType}`;
    needed[pool] = (needed[pool] ?? 0) + Number(gpusPerNode) * Number(nodeCount) * heldMs;
  }
  return Object.fromEntries(
    simulation.views.pools().map(({ cluster, instanceType, nodes, gpuCount }) => {
      const pool = `${cluster}/${instanceType}`;
      return [pool, (needed[pool] ?? 0) / (nodes * gpuCount * Math.min(endMs, lastMs))];
    }),
  );
}

test('demo, the starter and the example of the documents are not overloaded in any pool', () => {
  const starter = parseJson(starterScenario('scenario.json'));
  assert.ok(starter.ok);
  const page = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8');
  const example: unknown = JSON.parse(/```json\n(.*?)```/s.exec(page)![1]!);
  const fromFile = (file: unknown) => {
    const loaded = scenarioOf(file, 'file', { now: Date.now });
    assert.ok(loaded.ok);
    return loaded.scenario;
  };
  const loads = {
    demo: offeredLoads(builtIn('demo'), 28),
    starter: offeredLoads(fromFile(starter.value), 28),
    example: offeredLoads(fromFile(example), 28),
  };
  for (const [name, pools] of Object.entries(loads)) {
    for (const [pool, load] of Object.entries(pools))
      assert.ok(load > 0.4 && load < 0.9, `the offered load of ${pool} in ${name} is ${load}`);
  }
});

test('quiet has the clusters and workspaces of demo, and no events happen in it', () => {
  const demo = builtIn('demo');
  const quiet = builtIn('quiet');
  assert.deepEqual(quiet.clusters, demo.clusters);
  assert.deepEqual(quiet.instanceTypes, demo.instanceTypes);
  assert.deepEqual(quiet.workspaces, demo.workspaces);
  assert.equal(quiet.clusters.length, 3);
  assert.equal(new Set(quiet.clusters.map((cluster) => cluster.region)).size, 3);
  const several = [...nodesByType(quiet).values()].filter((nodes) => nodes >= 3);
  assert.ok(several.length >= 4, JSON.stringify([...nodesByType(quiet)]));
  assert.deepEqual(
    [...new Set(factsOf(quiet, 48).map((fact) => fact.kind))],
    ['node.added', 'workspace.created'],
  );
});

test('tiny shows waiting, an eviction and a node failure, and every GPR completes', () => {
  const tiny = builtIn('tiny');
  const simulation = new Simulation(tiny);
  const checker = new Checker(tiny);
  simulation.runTo(3 * hourMs);
  const run = simulation.takeFacts();
  checker.read(run);
  assert.deepEqual(checker.violations, []);

  const names = new Map(
    ['morning', 'evening']
      .flatMap((name) => simulation.views.gprsOf(name)!)
      .map((gpr) => [gpr.gprId, gpr.gprName]),
  );
  const story = simulation
    .viewFacts(run)
    .filter((fact) => ['gpr.provisioning', 'gpr.requeued', 'gpr.ended'].includes(fact.kind))
    .map((fact) =>
      `${fact.atMs / minuteMs} ${names.get(fact.gprId!)} ${fact.kind} ${fact.reason ?? ''}`.trim(),
    );
  assert.deepEqual(story, [
    '0 morning-train gpr.provisioning',
    '1 evening-tune gpr.provisioning',
    '31.5 evening-tune gpr.ended exit duration over',
    '31.5 morning-train gpr.requeued eviction',
    '31.5 evening-urgent gpr.provisioning',
    '47 evening-urgent gpr.ended exit duration over',
    '47 morning-eval gpr.provisioning',
    '67.5 morning-eval gpr.ended exit duration over',
    '67.5 morning-train gpr.provisioning',
    '70 morning-train gpr.requeued node failure',
    '70 morning-train gpr.provisioning',
    '97.5 morning-train gpr.ended exit duration over',
  ]);
});

test('million has a million GPRs on ten thousand nodes', () => {
  const million = builtIn('million');
  const groups = million.clusters.flatMap((cluster) => cluster.nodes);
  assert.equal(groups.length, 16);
  assert.equal(
    groups.reduce((nodes, group) => nodes + group.count, 0),
    10_000,
  );
  assert.deepEqual([...new Set(million.instanceTypes.map((type) => type.gpuCount))], [8]);
  assert.equal(million.recordEstimatesEveryMs, null);
  const [workload, ...others] = million.workload;
  assert.deepEqual(others, []);
  assert.ok(workload.kind === 'generated');
  assert.equal(workload.count, 1_000_000);
  assert.equal(workload.workspaces, 200_000);
});
