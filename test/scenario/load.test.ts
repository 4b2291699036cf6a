import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadScenario } from '../../src/scenario/load.ts';
import { temporaryFolder } from '../support/folder.ts';
import { example, type Json, now } from './example.ts';

test('a scenario is read from a file, and problems name the file', (t) => {
  const file = join(temporaryFolder(t), 'mine.json');
  writeFileSync(file, `\uFEFF${JSON.stringify(example())}`);
  const loaded = loadScenario(file, { now });
  assert.ok(loaded.ok);
  assert.equal(loaded.scenario.name, 'example');

  writeFileSync(file, '{\n  "name": "x"\n  "seed": 1\n}');
  const broken = loadScenario(file, { now });
  assert.deepEqual(broken, {
    ok: false,
    file,
    problems: [
      { path: '', message: 'is not valid JSON: line 3, column 3: expected "," or "}", but found "\\""' },
    ],
  });

  writeFileSync(file, '; MaxProcs: 64\n');
  const log = loadScenario(file, { now });
  assert.ok(!log.ok);
  assert.match(
    log.problems[0].message,
    /found ";"; run a log of a batch machine with --trace swf --workload FILE$/,
  );
});

test('a name that is neither a built-in scenario nor a file is refused with the built-in names', (t) => {
  for (const name of ['dmeo', temporaryFolder(t), join(temporaryFolder(t), 'none.json')]) {
    const loaded = loadScenario(name, { now });
    assert.ok(!loaded.ok);
    assert.equal(loaded.file, name);
    assert.match(
      loaded.problems[0].message,
      /none of the built-in scenarios \(demo, quiet, tiny, million\) and cannot be read as a file/,
    );
  }
});

const nodeTable = 'sn,cpu_milli,memory_mib,gpu,model\nn0,64000,262144,2,P100\nn1,64000,262144,2,P100\n';
const podTable =
  'name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time\n' +
  'a,1000,1024,1,500,,BE,Running,100,160,100\n';

test('a trace reads files relative to the scenario and adds its cluster', (t) => {
  const path = temporaryFolder(t);
  const entry = {
    kind: 'openb',
    nodes: 'nodes.csv',
    pods: 'pods.csv',
    compress: 10,
    keepNodes: '1/2',
    bound: 'x3',
  };
  writeFileSync(join(path, 'nodes.csv'), nodeTable);
  writeFileSync(join(path, 'pods.csv'), podTable);
  writeFileSync(join(path, 'trace.json'), JSON.stringify({ name: 'traced', workload: [entry] }));

  const loaded = loadScenario(join(path, 'trace.json'), { now });
  assert.ok(loaded.ok, JSON.stringify(loaded));
  const { scenario, reports } = loaded;
  assert.deepEqual(
    scenario.clusters.map((cluster) => [cluster.name, cluster.nodes, cluster.onePool]),
    [['openb', [{ instanceType: 'P100-2', gpuModelName: 'P100', count: 1 }], true]],
  );
  assert.deepEqual(
    scenario.instanceTypes.map((type) => type.instanceType),
    ['P100-2'],
  );
  const [trace] = scenario.workload;
  assert.ok(trace.kind === 'trace');
  assert.deepEqual(
    trace.gprs.map((gpr) => [gpr.name, gpr.arrivalMs, gpr.runMs, gpr.exitMs]),
    [['a', 10_000, 60_000, 180_000]],
  );
  assert.equal((reports[0].data as { sharesRoundedUp: number }).sharesRoundedUp, 1);

  const refusals: [Json, string, RegExp][] = [
    [{ ...entry, pods: 'none.csv' }, 'workload[0].pods', /names .*none\.csv, which cannot be read/],
    [
      { ...entry, pods: 'nodes.csv' },
      'workload[0].pods',
      /nodes\.csv, which must begin with the line "name,/,
    ],
    [{ ...entry, keepNodes: '8' }, 'workload[0].keepNodes', /must be 1\/N/],
    [{ ...entry, compress: 0 }, 'workload[0].compress', /must be a number above 0/],
    [{ ...entry, bound: 'x0' }, 'workload[0].bound', /must be round, exact, or xN/],
  ];
  for (const [damaged, where, why] of refusals) {
    writeFileSync(join(path, 'trace.json'), JSON.stringify({ name: 'traced', workload: [damaged] }));
    const refused = loadScenario(join(path, 'trace.json'), { now });
    assert.ok(!refused.ok);
    assert.equal(refused.problems[0].path, where);
    assert.match(refused.problems[0].message, why);
  }
});

test('an instance type of a trace must not be declared in the scenario', (t) => {
  const path = temporaryFolder(t);
  writeFileSync(join(path, 'nodes.csv'), nodeTable);
  writeFileSync(join(path, 'pods.csv'), podTable);
  const own = { instanceType: 'P100-2', gpuCount: 8, memoryGb: 16, cpuMilli: 64000, memoryMib: 262144 };
  const load = (gpuModelName: string) => {
    const content = {
      name: 'traced',
      instanceTypes: [{ ...own, gpuModelName }],
      workload: [{ kind: 'openb', nodes: 'nodes.csv', pods: 'pods.csv' }],
    };
    writeFileSync(join(path, 'trace.json'), JSON.stringify(content));
    return loadScenario(join(path, 'trace.json'), { now });
  };
  const clash = load('P100');
  assert.ok(!clash.ok);
  assert.deepEqual(clash.problems, [
    {
      path: 'workload[0]',
      message:
        'adds an instance type "P100-2" with P100, which is declared elsewhere too; rename the other one',
    },
  ]);
  assert.ok(load('A100').ok);
});
