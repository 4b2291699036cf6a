import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scenarioOf } from '../../src/scenario/load.ts';
import { example, type Json, now, problemsAfter, scriptGpr } from './example.ts';

/** Each row: a change, the path of the field, and the reported problem. */
// biome-ignore format: one row a mistake
const mistakes: [(file: Json) => void, string, RegExp][] = [
  // What a field may be.
  [(f) => delete f.name, 'name', /is missing; it must be a name of 1 to 253 characters without \//],
  [(f) => (f.name = 'a/b'), 'name', /without \/, but is "a\/b"/],
  [(f) => (f.name = 'a\nb'), 'name', /without control characters/],
  [(f) => (f.name = 'a\ud800'), 'name', /must be a string of valid Unicode without control characters, but is "a\\ud800"/],
  [(f) => (f.sead = 1), 'sead', /is an unknown member; known members are name, start, seed/],
  [(f) => Object.assign(f, { a: 1, b: 2 }), 'a', /is an unknown member, and so is "b"; known members are/],
  [(f) => (f.scheduler = []), 'scheduler', /must be an object with queue, placement, .*, but is an empty list/],
  [(f) => (f.seed = -1), 'seed', /must be a whole number from 0 to 9007199254740991, but is -1/],
  [(f) => (f.seed = 1.5), 'seed', /whole number.*but is 1.5/],
  [(f) => (f.seed = '1'), 'seed', /whole number.*but is "1"/],
  [(f) => (f.start = '2026-02-30T00:00:00Z'), 'start', /an instant in UTC such as .* but is "2026-02-30/],
  [(f) => (f.start = '2026-01-05'), 'start', /an instant in UTC/],
  [(f) => (f.scheduler = { queue: 'fifo' }), 'scheduler.queue', /must be "backfill" or "conservative" or "greedy" or "refuse" or "strict", but is "fifo"/],
  [(f) => (f.scheduler = { workspaceLimit: 2 }), 'scheduler.workspaceLimit', /must be 1 or "none", but is 2/],
  [(f) => (f.scheduler = 'strict'), 'scheduler', /must be an object with queue, .* but is "strict"/],
  [(f) => (f.scheduler = { provisioningDelay: 20 }), 'scheduler.provisioningDelay', /must be a duration such as .* but is 20/],
  [(f) => (f.scheduler = { order: 'sjf', backfillOrder: 'sjf' }), 'scheduler.order', /must be "fair-share" or "priority" or "shortest", or "sha256:" and the SHA-256 of a module, but is "sjf"/],
  [(f) => (f.scheduler = { order: 'same' }), 'scheduler.order', /, but is "same"/],
  [(f) => (f.scheduler = { backfillOrder: 'sjf' }), 'scheduler.backfillOrder', /must be "same" or "fair-share" or "priority" or "shortest"/],
  [(f) => (f.scheduler = { halfLife: '0s' }), 'scheduler.halfLife', /must be longer than zero/],
  [(f) => (f.scheduler = { cycle: 'both' }), 'scheduler.cycle', /must be "instant" or "event", but is "both"/],
  [(f) => (f.scheduler = { cycle: 'event', provisioningDelay: '20s' }), 'scheduler.provisioningDelay', /must be "0s", because "cycle" is "event"/],
  [(f) => (f.recordEstimatesEvery = '0s'), 'recordEstimatesEvery', /must be a duration such as "1m", or "off", but is "0s"/],
  [(f) => (f.instanceTypes[1].gpuCount = 65), 'instanceTypes[1].gpuCount', /from 1 to 64, but is 65/],
  [(f) => (f.instanceTypes[1].pricePerHour = 29.39), 'instanceTypes[1].pricePerHour', /as a string .* but is 29.39/],
  [(f) => (f.instanceTypes[1].pricePerHour = '1.0000001'), 'instanceTypes[1].pricePerHour', /at most six decimals/],
  [(f) => (f.instanceTypes[1].pricePerHour = '1000000.01'), 'instanceTypes[1].pricePerHour', /up to 1000000/],
  [(f) => (f.clusters[0].nodes[1].count = 0), 'clusters[0].nodes[1].count', /from 1 to 1000000, but is 0/],
  [(f) => (f.clusters[0].nodes = 'many'), 'clusters[0].nodes', /must be a list of 0 to 10000 items, but is "many"/],
  [(f) => (f.workspaces[0].clusters = []), 'workspaces[0].clusters', /a list of 1 to 1000 items, but has 0/],
  [(f) => (f.workspaces[1].policy = { maxGPR: 3 }), 'workspaces[1].policy.maxGPR', /is an unknown member; known members are priorityRange, maxGPRs, /],
  [(f) => (f.workspaces[1].policy = { maxGPRs: -1 }), 'workspaces[1].policy.maxGPRs', /from 0 to 100000000, but is -1/],
  [(f) => (f.workspaces[1].policy = { priorityRange: '9-1' }), 'workspaces[1].policy.priorityRange', /a range such as 1-300 .* but is "9-1"/],
  [(f) => (f.workspaces[1].policy = { priorityRange: 5 }), 'workspaces[1].policy.priorityRange', /must be a string, but is 5/],
  [(f) => (f.workspaces[1].policy = { maxExitDurationPerGPR: '1w' }), 'workspaces[1].policy.maxExitDurationPerGPR', /a duration such as .* 2W, 1M/],
  [(f) => (f.workspaces[1].policy = { gpuShapes: 'A100' }), 'workspaces[1].policy.gpuShapes', /must be a list/],
  [(f) => (f.workspaces[1].policy = { enableAutoEviction: 1 }), 'workspaces[1].policy.enableAutoEviction', /must be true or false, but is 1/],
  [(f) => (f.workspaces[1].policy = { maxMemoryPerGpr: 0.5 }), 'workspaces[1].policy.maxMemoryPerGpr', /whole number from 0/],
  [(f) => (f.workload[0].kind = 'random'), 'workload[0].kind', /must be "generated", "script", "csv", "openb" or "swf", but is "random"/],
  [(f) => (f.workload[0] = null), 'workload[0]', /must be an object with a kind, but is null/],
  [(f) => (f.workload[0].count = 100_000_001), 'workload[0].count', /from 1 to 100000000/],
  [(f) => (f.workload[0].interArrival.mean = '0s'), 'workload[0].interArrival.mean', /must be longer than zero/],
  [(f) => (f.workload[0].evicts = 1.1), 'workload[0].evicts', /must be a number from 0 to 1 with at most three decimals, but is 1.1/],
  [(f) => (f.workload[0].priority = { low: 0 }), 'workload[0].priority', /must have low, medium or high above 0/],
  [(f) => (f.workload[0].exitDuration = { from: '2h', to: '1h' }), 'workload[0].exitDuration', /"from" that is not above "to"/],
  [(f) => delete f.workload[0].exitDuration, 'workload[0].exitDuration', /is missing; it must be \{"from": …, "to": …\}, each a duration/],
  [(f) => delete f.workload[0].exitDuration.to, 'workload[0].exitDuration.to', /is missing; it must be a duration/],
  [(f) => (f.workload[0].workspaces = 0), 'workload[0].workspaces', /from 1 to 10000000/],
  [(f) => (f.workload[0].gpus = []), 'workload[0].gpus', /a list of 1 to 1000 items/],
  [(f) => (f.workload[1].steps[0].at = '5m'), 'workload[1].steps[0].at', /must be a time after the start such as "\+5m", but is "5m"/],
  [(f) => (f.workload[1].steps[0].at = '+5x'), 'workload[1].steps[0].at', /must be a duration such as/],
  [(f) => (f.workload[1].steps[0].gpr = scriptGpr()), 'workload[1].steps[0]', /exactly one of gpr, nodeDown, nodeUp/],
  [(f) => (f.workload[1].steps[0].runtime = '5m'), 'workload[1].steps[0]', /a runtime only with a gpr/],
  [(f) => (f.workload[1].steps[1].runtime = '61m'), 'workload[1].steps[1]', /not above its exitDuration/],
  [(f) => (f.workload[1].steps[1].gpr.priority = 301), 'workload[1].steps[1].gpr.priority', /from 1 to 300, but is 301/],
  [(f) => (f.workload[1].steps[1].gpr.exitDuration = ''), 'workload[1].steps[1].gpr.exitDuration', /not allowed to be empty/],
  [(f) => (f.workload[1].steps[1].gpr.gprId = 'x'), 'workload[1].steps[1].gpr.gprId', /is an unknown member/],
  [(f) => (f.workload[1].steps[1].gpr.clusterName = ''), 'workload[1].steps[1].gpr', /exactly one of a cluster \(clusterName or preferredClusters\) and enableAutoClusterSelection/],
  [(f) => (f.workload[1].steps[1].gpr.preferredClusters = ['east']), 'workload[1].steps[1].gpr', /must have a clusterName that is one of its preferredClusters/],
  [(f) => (f.workload[1].steps[1].gpr.enableAutoGpuSelection = true), 'workload[1].steps[1].gpr', /exactly one of a GPU \(instanceType or gpuShape\) and enableAutoGpuSelection/],
  [(f) => Object.assign(f.workload[1].steps[1].gpr, { memoryPerGPU: 1, memoryPerGpu: 2 }), 'workload[1].steps[1].gpr', /different values for memoryPerGPU and memoryPerGpu/],
  [(f) => (f.failures.nodeMtbf = '11y'), 'failures.nodeMtbf', /must be a duration such as/],
  [(f) => (f.failures.nodeMtbf = '4000d'), 'failures.nodeMtbf', /at most ten years/],
  [(f) => (f.durations = { imagePull: 30 }), 'durations.imagePull', /must be a duration such as .* but is 30/],
  [(f) => (f.durations = { imageRetry: '0s' }), 'durations.imageRetry', /must be longer than zero/],
  [(f) => (f.durations = { chartStep: '5s' }), 'durations.chartStep', /is an unknown member; known members are imagePull, imageRetry, helmStep, manifestStep, commandStep/],
  [(f) => (f.faults = [{ kind: 'image', workspace: 'reed', cluster: 'north' }]), 'faults[0].workspace', /must be one of .*red.* but is "reed"/],
  [(f) => (f.faults = {}), 'faults', /must be a list of 0 to 1000 items/],
  [(f) => (f.faults = ['image']), 'faults[0]', /must be an object with a kind, but is "image"/],
  [(f) => (f.faults = [{ kind: 'http' }]), 'faults[0].kind', /must be "image", "step" or "provisioning", but is "http"/],
  [(f) => (f.faults = [{ kind: 'image', step: 'x' }]), 'faults[0].step', /is an unknown member; known members are kind, workspace, cluster, times, endpoint/],
  [(f) => (f.faults = [{ kind: 'image', message: 'x' }]), 'faults[0].message', /is an unknown member/],
  [(f) => (f.faults = [{ kind: 'step', gprId: 'x' }]), 'faults[0].gprId', /is an unknown member/],
  [(f) => (f.faults = [{ kind: 'provisioning', endpoint: 'x' }]), 'faults[0].endpoint', /is an unknown member/],
  [(f) => (f.faults = [{ kind: 'step', times: 0 }]), 'faults[0].times', /from 1 to 1000000, but is 0/],
  [(f) => (f.faults = [{ kind: 'step', step: '' }]), 'faults[0].step', /a name of 1 to 253 characters/],

  [(f) => delete f.workload[0].workspaces, 'workload[0].workspaces', /is missing; it must be a whole number .* or a list of names/],
  [(f) => delete f.workload[0].interArrival, 'workload[0].interArrival', /is missing; it must be an object with mean/],
  [(f) => delete f.workload[0].kind, 'workload[0].kind', /is missing; it must be "generated", "script", "csv", "openb" or "swf"/],
  [(f) => delete f.workload[1].steps[0].nodeDown.node, 'workload[1].steps[0].nodeDown.node', /is missing; it must be an index counted from 0, or a name/],
  // How fields fit together.
  [(f) => (f.instanceTypes[2].gpuModelName = 'A100'), 'instanceTypes[2]', /must be unique, but "large with A100" is also at \[1\]/],
  [(f) => (f.clusters[1].name = 'east'), 'clusters[1].name', /must be unique, but "east" is also at \[0\]/],
  [(f) => (f.workspaces[1].name = 'red'), 'workspaces[1].name', /must be unique/],
  [(f) => (f.clusters[0].nodes[0].instanceType = 'tiny'), 'clusters[0].nodes[0].instanceType', /must be one of small, large, but is "tiny"/],
  [(f) => delete f.clusters[0].nodes[1].gpuModelName, 'clusters[0].nodes[1]', /must have a gpuModelName, because large exists with A100, H100/],
  [(f) => (f.clusters[0].nodes[1].gpuModelName = 'T4'), 'clusters[0].nodes[1].gpuModelName', /must be one of A100, H100, but is "T4"/],
  [(f) => (f.clusters[1].nodes[0].count = 999_999), 'clusters', /must have at most 1000000 nodes, but have 1000002/],
  [(f) => (f.workspaces[0].clusters = ['north']), 'workspaces[0].clusters[0]', /must be one of east, west, but is "north"/],
  [(f) => (f.workspaces[0].clusters = Array.from({ length: 17 }, (_, c) => `c${c}`)), 'workspaces[0].clusters', /must name at most 16 clusters, but names 17/],
  [(f) => (f.workspaces[1].policy = { gpuShapes: ['h100', 'T5'] }), 'workspaces[1].policy.gpuShapes[1]', /must be one of T4, small, A100, large, H100, but is "T5"/],
  [(f) => (f.faults = [{ kind: 'image', workspace: 'green' }]), 'faults[0].workspace', /must be one of red, blue, but is "green"/],
  [(f) => (f.faults = [{ kind: 'image', cluster: 'north' }]), 'faults[0].cluster', /must be one of east, west, but is "north"/],
  [(f) => (f.faults = [{ kind: 'step', workspace: 'red', cluster: 'west' }]), 'faults[0].cluster', /must be one of east, the clusters of red, but is "west"/],
  [(f) => (f.workload[0].workspaces = ['red', 'green']), 'workload[0].workspaces[1]', /must be one of red, blue, but is "green"/],
  [(f) => (f.workload[0].gpus = [1, 9]), 'workload[0].gpus[1]', /must be at most 8, the number of GPUs of the largest node, but is 9/],
  [(f) => (f.workload[0].nodes = [4]), 'workload[0].nodes[0]', /must be at most 3, the number of nodes of the largest pool, but is 4/],
  [(f) => (f.workload[0].arrivals = {}), 'workload[0].arrivals', /must have hourOfDay or dayOfWeek/],
  [(f) => (f.workload[0].arrivals = { hourOfDay: [1, 2] }), 'workload[0].arrivals.hourOfDay', /must be a list of 24 items, but has 2/],
  [(f) => (f.workload[0].arrivals = { dayOfWeek: [0, 0, 0, 0, 0, 0, 0] }), 'workload[0].arrivals.dayOfWeek', /must have a rate above 0/],
  [(f) => (f.workload[0].arrivals = { dayOfWeek: [1, 1, -1, 1, 1, 0, 0] }), 'workload[0].arrivals.dayOfWeek[2]', /must be a number from 0 to 1000 with at most three decimals, but is -1/],
  [(f) => (f.workload[0].cluster = 'north'), 'workload[0].cluster', /must be one of east, west, but is "north"/],
  [(f) => (f.workload[0].instanceType = 'tiny'), 'workload[0].instanceType', /must be one of small, large, but is "tiny"/],
  [(f) => (f.workload[0].cluster = 'west'), 'workload[0].workspaces[0]', /must be a workspace of west, where the pools of the entry are, but has east/],
  [(f) => Object.assign(f.workload[0], { cluster: 'west', pools: [{ cluster: 'east', instanceType: 'small' }] }), 'workload[0].cluster', /must be left out, because the entry has pools/],
  [(f) => (f.workload[0].pools = [{ cluster: 'north', instanceType: 'small' }]), 'workload[0].pools[0].cluster', /must be one of east, west, but is "north"/],
  [(f) => (f.workload[0].pools = [{ cluster: 'west', instanceType: 'small' }]), 'workload[0].pools[0].instanceType', /must be one of large, but is "small"/],
  [(f) => (f.workload[0].pools = [{ cluster: 'east', instanceType: 'large', gpuModelName: 'H100' }]), 'workload[0].pools[0].gpuModelName', /must be one of A100, but is "H100"/],
  [(f) => (f.workload[0].pools = [0, 1].map(() => ({ cluster: 'east', instanceType: 'small' }))), 'workload[0].pools[1]', /must be another pool, because \[0\] is the same/],
  [(f) => (f.workload[0].pools = [{ cluster: 'east', instanceType: 'small', weight: 0 }]), 'workload[0].pools[0].weight', /must be a whole number from 1 to 1000000, but is 0/],
  [(f) => Object.assign(f.workload[0], { instanceType: 'small', workspaces: ['red'], gpus: [8] }), 'workload[0].gpus[0]', /must be at most 2, the number of GPUs of the largest node, but is 8/],
  [(f) => delete f.workload[0].exitDuration, 'workload[0].exitDuration', /is missing; it must be .*or give jobs or jobsFile/],
  [(f) => (f.workload[0].jobs = [{ gpus: 1, duration: '1h' }]), 'workload[0].gpus', /must be left out, because the GPRs are drawn from jobs/],
  [(f) => (f.workload[0].jobsFile = 'jobs.csv'), 'workload[0].exitDuration', /must be left out, because the GPRs are drawn from jobsFile/],
  [(f) => (f.workload[0] = sampled([{ gpus: 9, duration: '1h' }])), 'workload[0].jobs[0].gpus', /must be at most 8, the number of GPUs of the largest node, but is 9/],
  [(f) => (f.workload[0] = sampled([{ gpus: 1, nodes: 4, duration: '1h' }])), 'workload[0].jobs[0].nodes', /must be at most 3, the number of nodes of the largest pool, but is 4/],
  [(f) => (f.workload[0] = sampled([{ gpus: 1, duration: '2h', exitDuration: '1h' }])), 'workload[0].jobs[0]', /must have an exitDuration that is not below its duration/],
  [(f) => (f.workload[0] = sampled([{ gpus: 1 }])), 'workload[0].jobs[0].duration', /is missing; it must be a duration/],
  [(f) => (f.workload[0] = { ...sampled([{ gpus: 1, duration: '1h' }]), jobsFile: 'jobs.csv' }), 'workload[0].jobsFile', /must be left out, because the entry has jobs/],
  [(f) => (f.clusters[0].nodes = []), 'workload[0].workspaces[0]', /must be a workspace whose clusters have nodes, but east has none/],
  [(f) => (f.workload[1].steps[0].nodeDown.node = 3), 'workload[1].steps[0].nodeDown.node', /must be below 3, the number of nodes of east, but is 3/],
  [(f) => (f.workload[1].steps[2].nodeUp.node = 'x'), 'workload[1].steps[2].nodeUp.node', /must be one of east-small-0, east-small-1, east-large-0, but is "x"/],
  [(f) => (f.workload[1].steps[2].nodeUp.cluster = 'x'), 'workload[1].steps[2].nodeUp.cluster', /must be one of east, west/],
  [(f) => (f.workload[1].steps[1].gpr.sliceName = 'green'), 'workload[1].steps[1].gpr.sliceName', /must be one of red, blue/],
  [(f) => (f.workload[1].steps[1].gpr.sliceName = 'red'), 'workload[1].steps[1].gpr', /names the cluster "west"; the clusters of red are east/],
  [(f) => (f.workload[1].steps[1].gpr.gpuShape = 'A100'), 'workload[1].steps[1].gpr', /requests 2 nodes with 4 GPUs each \(large, A100\), which no pool can provide; its pools are west large 3 × 8 GPUs of 80 GB/],
  [(f) => (f.workload[1].steps[1].gpr.numberOfGPUNodes = 4), 'workload[1].steps[1].gpr', /requests 4 nodes with 4 GPUs each \(large, h100\), which no pool can provide/],
  [(f) => (f.workload[1].steps[1].gpr.memoryPerGPU = 81), 'workload[1].steps[1].gpr', /4 GPUs of 81 GB each \(large, h100\), which no pool can provide/],
];

function sampled(jobs: Json[]): Json {
  return { kind: 'generated', interArrival: { mean: '3m' }, workspaces: ['red', 'blue'], jobs };
}

test('every problem has the path of its field and states what is allowed', () => {
  for (const [change, path, message] of mistakes) {
    const problems = problemsAfter(change);
    const reported = problems.filter((problem) => problem.startsWith(`${path} `));
    assert.ok(
      reported.some((problem) => message.test(problem)),
      `${path} ${message}: ${JSON.stringify(problems)}`,
    );
  }
});

test('what does not fit together in an entry is reported beside its wrong values', () => {
  const problems = problemsAfter((file) => {
    Object.assign(file.workload[0], {
      jobsFile: 'jobs.csv',
      cluster: 'east',
      pools: [{ cluster: 'east', instanceType: 'small', weight: 0 }],
    });
  });
  assert.deepEqual(problems.map((problem) => problem.split(' ').slice(0, 4).join(' ')).sort(), [
    'workload[0].cluster must be left',
    'workload[0].exitDuration must be left',
    'workload[0].gpus must be left',
    'workload[0].nodes must be left',
    'workload[0].pools[0].weight must be a',
  ]);
});

test('a number with more decimals than the simulator keeps is refused, not rounded', () => {
  const noon = (rate: number) => Array.from({ length: 24 }, (_, hour) => (hour === 12 ? rate : 1));
  const cases: [(file: Json, value: number) => void, number, number, string][] = [
    [(f, rate) => (f.workload[0].arrivals = { hourOfDay: noon(rate) }), 0.001, 0.0014, 'three'],
    [(f, rate) => (f.workload[0].arrivals = { hourOfDay: noon(rate) }), 999.999, 999.9999, 'three'],
    [(f, share) => (f.workload[0].runtimeShare = { from: share, to: 1 }), 0.333, 0.3333, 'three'],
    [(f, share) => (f.workload[0].evicts = share), 0.07, 0.0701, 'three'],
    [(f, share) => (f.workload[0].requeues = share), 0.999, 1e-9, 'three'],
    [(f, share) => (f.workload[0].idle = share), 0.29, 0.29000000000001, 'three'],
    [(f, share) => (f.failures.provisioning = share), 0.000001, 0.0000015, 'six'],
  ];
  for (const [change, right, wrong, decimals] of cases) {
    assert.deepEqual(
      problemsAfter((file) => change(file, right)),
      [],
      String(change),
    );
    const [problem, ...others] = problemsAfter((file) => change(file, wrong));
    assert.ok(problem.endsWith(`with at most ${decimals} decimals, but is ${wrong}`), problem);
    assert.deepEqual(others, []);
  }
});

test('problems are reported together, twenty at most', () => {
  const problems = problemsAfter((file) => {
    file.seed = 'x';
    file.keepEnded = -1;
    file.clusters[1].name = 5;
  });
  assert.deepEqual(
    problems.map((problem) => problem.split(' ')[0]),
    ['seed', 'keepEnded', 'clusters[1].name'],
  );
  assert.equal(problemsAfter((file) => (file.workload[0].gpus = Array(30).fill(0))).length, 20);
});

test('content that is not an object is refused', () => {
  for (const content of [null, 5, 'x', true, [], [{ name: 'x' }]]) {
    const loaded = scenarioOf(content, 'x.json', { now });
    assert.ok(!loaded.ok);
    assert.equal(loaded.problems[0].path, '');
    assert.match(loaded.problems[0].message, /must be an object with name, start, seed/);
  }
});

test('a second trace of a kind is refused, and so is a cluster with the name of a trace', () => {
  const entry = { kind: 'openb', nodes: 'nodes.csv', pods: 'pods.csv' };
  const twice = problemsAfter((file) => file.workload.push(entry, entry));
  assert.match(twice[0], /^workload\[3\] must be the only trace of the kind "openb"/);
  const named = problemsAfter((file) => {
    file.clusters[1].name = 'openb';
    file.workspaces[1].clusters = ['east'];
    file.workload = [entry];
  });
  assert.match(named[0], /^workload\[0\] adds a cluster "openb"/);
});

/** Returns the path of keys to every value inside a JSON value, itself included. */
function places(value: Json, keys: (string | number)[] = []): (string | number)[][] {
  if (value === null || typeof value !== 'object') return [keys];
  const inner = Object.keys(value).map((key) => (Array.isArray(value) ? Number(key) : key));
  return [keys, ...inner.flatMap((key) => places(value[key], [...keys, key]))];
}

test('a random value anywhere in a file is accepted, or refused with a path', () => {
  fc.assert(
    fc.property(fc.constantFrom(...places(example()).slice(1)), fc.jsonValue(), (keys, value) => {
      const file = example();
      const parent = keys.slice(0, -1).reduce((at: Json, key) => at[key], file);
      parent[keys.at(-1)!] = value;
      const loaded = scenarioOf(file, 'example.json', { now });
      if (loaded.ok) return;
      assert.ok(loaded.problems.length >= 1 && loaded.problems.length <= 20);
      for (const { path, message } of loaded.problems) {
        assert.notEqual(path, '');
        assert.doesNotMatch(message, /undefined|\[object|Invalid/);
      }
    }),
    { numRuns: 1000 },
  );
});
