import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInScenarios } from '../../src/scenario/builtin.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import { readStoredScenario } from '../../src/scenario/stored/stored-scenario.ts';
import { scenarioOf } from '../support/scenario.ts';

/** Returns the problems by path; fails if there is none. */
function problemsOf(stored: unknown): Record<string, string> {
  const read = readStoredScenario(JSON.stringify(stored));
  assert.ok(!read.ok);
  return Object.fromEntries(read.problems.map(({ path, message }) => [path, message]));
}

const trace = {
  kind: 'trace',
  format: 'openb',
  cluster: 'east',
  gprs: [
    {
      name: 'pod',
      arrivalMs: 5,
      priority: 1,
      gpusPerNode: 1,
      nodeCount: 1,
      exitMs: 9,
      runMs: 9,
      gpuModels: [],
    },
  ],
} as const;

test('every built scenario can be stored and read back byte for byte', () => {
  const loaded = builtInScenarios.map(({ name }) => loadScenario(name, { now: () => 0 }));
  const traced = scenarioOf({ workload: [trace] });
  const pooled = { ...traced, clusters: traced.clusters.map((cluster) => ({ ...cluster, onePool: true })) };
  const scenarios = [scenarioOf(), pooled, ...loaded.map((each) => (each.ok ? each.scenario : null))];
  for (const scenario of scenarios) {
    const stored = JSON.stringify(scenario);
    const read = readStoredScenario(stored);
    assert.ok(read.ok, JSON.stringify(read));
    assert.equal(JSON.stringify(read.scenario), stored);
  }
});

test('a stored scenario with one cycle for each event has no provisioning delay', () => {
  const stored = scenarioOf({ scheduler: { cycle: 'event', provisioningDelayMs: 5 } });
  assert.deepEqual(problemsOf(stored), {
    'scheduler.provisioningDelayMs': 'must be 0, because "cycle" is "event"',
  });
});

test('a stored workload that cannot be drawn is reported with the path of the problem', () => {
  const generated = {
    kind: 'generated',
    count: 5,
    startMs: 0,
    interArrivalMeanMs: 1,
    weekly: null,
    workspaces: ['blue'],
    pools: { cluster: null, instanceType: null },
    jobs: null,
    priority: { low: 1, medium: 0, high: 0 },
    gpus: [1],
    nodes: [1],
    exitDurationMs: { from: 1, to: 2 },
    runtimeShareMilli: { from: 1, to: 2 },
    evictsMilli: 0,
    requeuesMilli: 0,
    idleMilli: 0,
    idleTimeOutMs: 1,
  };
  const cases: [object, string, RegExp][] = [
    [{ ...generated, workspaces: ['grey'] }, 'workload[0].workspaces[0]', /must be one of .*"grey"/],
    [{ ...generated, workspaces: ['blue', 'blue'] }, 'workload[0].workspaces[1]', /must be unique/],
    [
      { ...generated, priority: { low: 0, medium: 0, high: 0 } },
      'workload[0].priority',
      /must have low, medium or high above 0/,
    ],
    [{ ...generated, exitDurationMs: { from: 3, to: 2 } }, 'workload[0].exitDurationMs', /not above "to"/],
    [{ ...generated, gpus: [] }, 'workload[0].gpus', /a list of 1 to/],
    [trace, 'workload[0].cluster', /must be one of/],
    [
      { kind: 'script', steps: [{ atMs: 1, command: { kind: 'gpr.delete', gprId: 'g' }, runMs: 5 }] },
      'workload[0].steps[0].runMs',
      /must be left out unless the command is a gpr.create/,
    ],
    [
      {
        kind: 'script',
        steps: [5, 4].map((atMs) => ({ atMs, command: { kind: 'gpr.delete', gprId: 'g' } })),
      },
      'workload[0].steps[1].atMs',
      /must be at least 5/,
    ],
    [{ kind: 'script', steps: [{ atMs: 5 }] }, 'workload[0].steps[0].command', /is missing/],
    [
      {
        kind: 'script',
        steps: [{ atMs: 5, command: { kind: 'endpoint.create', choice: { gprId: 'g' } } }],
      },
      'workload[0].steps[0].command.choice.kind',
      /is missing; it must be "none" or "attach" or "make"/,
    ],
  ];
  for (const [workload, path, message] of cases) {
    const problems = problemsOf({ ...scenarioOf(), workload: [workload] });
    assert.match(problems[path] ?? JSON.stringify(problems), message, path);
  }
  const late = trace.gprs.map((gpr) => ({ ...gpr, runMs: 10 }));
  assert.match(
    problemsOf({
      ...scenarioOf(),
      clusters: scenarioOf().clusters.map((cluster) => ({ ...cluster, onePool: true })),
      workload: [{ ...trace, gprs: late }],
    })['workload[0].gprs[0].runMs']!,
    /must be at most 9/,
  );
});
