import assert from 'node:assert/strict';
import { test } from 'node:test';
import expected from '../../fixtures/rows/built.json' with { type: 'json' };
import { scenarioOf } from '../../src/scenario/load.ts';
import { built, example, now } from './example.ts';

const hourMs = 3_600_000;

test('a file becomes the engine’s scenario, with defaults filled in and values as integers', () => {
  const scenario = built();
  const instanceTypes = scenario.instanceTypes.map(({ pricePerHourMicro }) => ({ pricePerHourMicro }));
  assert.deepEqual({ ...scenario, instanceTypes }, expected);
});

test('a scripted GPR can use automatic selection and have an idle time-out', () => {
  const [, script] = built((file) => {
    file.workload[1].steps = [
      {
        at: '+0s',
        gpr: {
          gprName: 'any place',
          sliceName: 'blue',
          clusterName: null,
          preferredClusters: null,
          enableAutoClusterSelection: true,
          enableAutoGpuSelection: true,
          instanceType: '',
          gpuShape: '',
          numberOfGPUNodes: 1,
          memoryPerGpu: 30,
          priority: 300,
          exitDuration: '000005',
          idleTimeOutDuration: '2m',
          enableEviction: null,
          requeueOnFailure: false,
        },
      },
    ];
  }).workload;
  assert.ok(script.kind === 'script');
  const { command } = script.steps[0];
  assert.ok(command.kind === 'gpr.create');
  assert.deepEqual(
    { ...command, gprName: '', workspace: '' },
    {
      kind: 'gpr.create',
      gprName: '',
      workspace: '',
      clusters: [],
      instanceType: '',
      gpuShape: '',
      gpusPerNode: 1,
      nodeCount: 1,
      memoryGbPerGpu: 30,
      priority: 300,
      exitMs: 300_000,
      idleTimeOutMs: 120_000,
      enforceIdleTimeOut: null,
      enableEviction: null,
      requeueOnFailure: false,
      dedicatedNodes: false,
    },
  );
});

test('repeated clusters and namespaces of a workspace are listed once', () => {
  const { workspaces } = built((file) => {
    file.workspaces[1].clusters = ['west', 'east', 'west'];
    file.workspaces[1].namespaces = ['b', 'a', 'b'];
  });
  assert.deepEqual(workspaces[1].clusters, ['west', 'east']);
  assert.deepEqual(workspaces[1].namespaces, ['b', 'a']);
});

test('a workspace can have a policy; an empty policy is left out', () => {
  const policies = (policy: object | undefined) =>
    built((file) => (file.workspaces[1].policy = policy)).workspaces.map((workspace) => workspace.policy);
  assert.deepEqual(
    policies({
      priorityRange: 'medium',
      maxGPRs: 3,
      maxExitDurationPerGPR: '1W',
      enforceIdleTimeOut: true,
      requeueOnFailure: false,
      enableAutoEviction: true,
      gpuShapes: ['a100', 'small'],
      maxGpuPerGpr: 16,
      maxMemoryPerGpr: 640_000,
    }),
    [
      undefined,
      {
        priority: { from: 101, to: 200 },
        maxGprs: 3,
        maxExit: { text: '1W', ms: 7 * 24 * hourMs },
        gpuShapes: ['a100', 'small'],
        maxGpusPerGpr: 16,
        maxMemoryMbPerGpr: 640_000,
        enforceIdleTimeOut: true,
        enableEviction: true,
        requeueOnFailure: false,
      },
    ],
  );
  assert.deepEqual(policies({ maxGPRs: 0, requeueOnFailure: null }), [undefined, { maxGprs: 0 }]);
  for (const nothing of [undefined, {}, { priorityRange: null }]) {
    const workspaces = built((file) => (file.workspaces[1].policy = nothing)).workspaces;
    assert.equal('policy' in workspaces[1], false);
  }
});

test('durations and failures have defaults', () => {
  const scenario = built((file) => {
    delete file.durations;
    delete file.faults;
  });
  assert.deepEqual(scenario.durations, {
    imagePullMs: 30_000,
    imageRetryMs: 60_000,
    helmStepMs: 30_000,
    manifestStepMs: 5_000,
    commandStepMs: 10_000,
  });
  assert.deepEqual(scenario.faults, []);
});

test('faults and policies can name the cluster and the GPU models of a trace', () => {
  const files = { nodes: 'none.csv', pods: 'none.csv' };
  const loaded = scenarioOf(
    {
      ...example(),
      workload: [{ kind: 'openb', ...files }],
      workspaces: [{ name: 'red', clusters: ['east'], policy: { gpuShapes: ['P100'] } }],
      faults: [{ kind: 'provisioning', cluster: 'openb' }],
    },
    '',
    { now },
  );
  assert.ok(!loaded.ok);
  assert.deepEqual(
    loaded.problems.map(({ path }) => path),
    ['workload[0].nodes', 'workload[0].pods'],
  );
});

test('seed and policies of the call replace those of the file', () => {
  const orders = { order: 'shortest', backfillOrder: 'fair-share' } as const;
  const policies = { queue: 'greedy', placement: 'worst-fit', ...orders, cycle: 'event' } as const;
  const loaded = scenarioOf(example(), '', { now, seed: 7, ...policies });
  assert.ok(loaded.ok);
  assert.equal(loaded.scenario.seed, 7);
  const { workspaceLimit: _, provisioningDelayMs: __, halfLifeMs: ___, ...known } = loaded.scenario.scheduler;
  assert.deepEqual(known, policies);
});

test('one cycle for each event by the call is refused if the file has a provisioning delay', () => {
  const file = { ...example(), scheduler: { provisioningDelay: '20s' } };
  const loaded = scenarioOf(file, '', { now, cycle: 'event' });
  assert.ok(!loaded.ok);
  assert.deepEqual(loaded.problems, [
    { path: 'scheduler.provisioningDelay', message: 'must be "0s", because "cycle" is "event"' },
  ]);
});

test('a start of "now" becomes the time of the call; other starts are kept', () => {
  assert.equal(built((file) => (file.start = 'now')).start, '2027-03-04T05:06:07.890Z');
  assert.equal(built((file) => (file.start = '2026-01-05T08:00:00Z')).start, '2026-01-05T08:00:00.000Z');
});

test('prices are exact', () => {
  for (const [price, micro] of [
    ['0.1', 100_000],
    ['0.000001', 1],
    ['999999.999999', 999_999_999_999],
    ['1000000', 1_000_000_000_000],
    ['4.35', 4_350_000],
  ] as [string, number][]) {
    const { instanceTypes } = built((file) => (file.instanceTypes[0].pricePerHour = price));
    assert.equal(instanceTypes[0].pricePerHourMicro, micro, price);
  }
});
