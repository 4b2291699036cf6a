import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Trace } from '../../sim/index.ts';
import { openb } from '../../sim/workload/formats/openb/openb.ts';
import type { Options } from '../../sim/workload/formats/openb/options.ts';
import { BrokenRows } from '../../sim/workload/formats/trace-table.ts';
import { readTrace } from '../../src/traces/read.ts';
import { temporaryFolder } from '../support/folder.ts';

const nodeHeader = 'sn,cpu_milli,memory_mib,gpu,model';
const podHeader =
  'name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time';

const nodes = [
  'n0,64000,262144,2,P100',
  'n1,96000,393216,8,G2',
  'n2,96000,393216,8,G2',
  'n3,16000,122880,2,P100',
  'n4,96000,393216,8,G2',
];

/** A pod row; by default a latency-sensitive pod with one GPU that runs for ten seconds from the start. */
function pod(given: {
  name: string;
  gpus?: number | string;
  milli?: number;
  spec?: string;
  qos?: string;
  created?: number;
  scheduled?: number | '';
  deleted?: number | '';
}): string {
  const { name, gpus = 1, milli = 1000, spec = '', qos = 'LS', created = 0 } = given;
  const { scheduled = created, deleted = Number(scheduled) + 10 } = given;
  return [name, 4000, 8192, gpus, milli, spec, qos, 'Running', created, deleted, scheduled].join();
}

/** Writes both tables (lines, or the bytes of the whole file) and reads them. */
function read(
  t: TestContext,
  nodeTable: readonly string[] | Uint8Array,
  podTable: readonly string[] | Uint8Array,
  given: Partial<Options & { readonly nodes: string }> = {},
) {
  const folder = temporaryFolder(t);
  const write = (name: string, header: string, table: readonly string[] | Uint8Array) => {
    const file = join(folder, name);
    writeFileSync(file, table instanceof Uint8Array ? table : `${[header, ...table].join('\n')}\n`);
    return file;
  };
  const { nodes = write('nodes.csv', nodeHeader, nodeTable), ...options } = given;
  const files = { nodes, pods: write('pods.csv', podHeader, podTable) };
  return readTrace(openb, files, { ...plain, ...options });
}

const plain: Options = {
  compress: 1,
  keepNodes: 1,
  bound: { kind: 'round' },
  shares: 'whole',
  arrivals: 'recorded',
};

function readWell(...args: Parameters<typeof read>): Trace {
  const found = read(...args);
  assert.ok(found.ok, JSON.stringify(found));
  return found.trace;
}

test('the class of service sets the priority band', (t) => {
  const rows = ['LS', 'Guaranteed', 'Burstable', 'BE'].map((qos) => pod({ name: qos, qos }));
  const trace = readWell(t, nodes, rows);
  const bands = trace.gprs.map((gpr) => Math.ceil(gpr.priority / 100));
  assert.deepEqual(bands, [3, 3, 2, 1]);
  assert.ok(trace.gprs[0].priority > trace.gprs[1].priority);
});

test('gzip, a byte order mark and CRLF line ends do not change what is read', (t) => {
  const uncompressed = readWell(t, nodes, [pod({ name: 'a' })]);
  const gzipped = gzipSync(`\uFEFF${[nodeHeader, ...nodes].join('\r\n')}`);
  const { groups, instanceTypes } = readWell(t, gzipped, [pod({ name: 'a' })]);
  assert.deepEqual(
    { groups, instanceTypes },
    { groups: uncompressed.groups, instanceTypes: uncompressed.instanceTypes },
  );
});

test('a table of more than a million rows is refused', (t) => {
  const rows = Buffer.from(`${nodeHeader}\n${'x\n'.repeat(1_000_001)}`);
  const trace = read(t, rows, [pod({ name: 'a' })]);
  assert.ok(!trace.ok);
  assert.deepEqual(trace.problems, [
    { file: 'nodes', message: 'must have at most 1000000 rows, but has more' },
  ]);
});

test('a file of another format is refused, and the message states what is expected', (t) => {
  const rows = [pod({ name: 'a' })];
  const manyKinds = Array.from({ length: 32 }, (_, i) => `n${i},${i},1024,1,T4`);
  const cases: [ReturnType<typeof read>, string, RegExp][] = [
    [read(t, Buffer.from(''), rows), 'nodes', /must begin with the line "sn,cpu_milli.*but is empty/],
    [read(t, Buffer.from('id,size\n1,2\n'), rows), 'nodes', /but begins with "id,size"/],
    [read(t, nodes, Buffer.from(`${nodeHeader}\n`)), 'pods', /must begin with the line "name,cpu_milli/],
    [read(t, Buffer.from([0x1f, 0x8b, 8, 0, 1]), rows), 'nodes', /cannot be read/],
    [read(t, Buffer.from('x'.repeat(100_000)), rows), 'nodes', /but begins with "x+…"/],
    [read(t, nodes, rows, { nodes: '/nowhere/nodes.csv' }), 'nodes', /cannot be read: there is no such file/],
    [read(t, nodes, rows, { nodes: tmpdir() }), 'nodes', /cannot be read/],
    [read(t, [], rows), 'nodes', /must have a GPU node among the rows that are kept, but has none$/],
    [read(t, manyKinds, rows), 'nodes', /at most 31 classes of equal nodes, but has 32/],
    [
      read(t, nodes, ['a,b']),
      'pods',
      /must have a pod that becomes a GPR, but has none; line 2: must have 11 cells/,
    ],
  ];
  for (const [trace, table, why] of cases) {
    assert.ok(!trace.ok);
    assert.equal(trace.problems[0].file, table);
    assert.match(trace.problems[0].message, why);
  }
});

test('the problems of both files are reported', (t) => {
  const trace = read(t, Buffer.from('a\n'), Buffer.from('b\n'));
  assert.ok(!trace.ok);
  assert.deepEqual(
    trace.problems.map((problem) => problem.file),
    ['nodes', 'pods'],
  );
});

const data = resolve(import.meta.dirname, '../../../shared/data/openb');
const missing = existsSync(data) ? false : `there is no ${data}`;

test('the counts of the production trace are right', { skip: missing }, () => {
  const files = {
    nodes: join(data, 'openb_node_list_gpu_node.csv'),
    pods: join(data, 'openb_pod_list_default.csv'),
  };
  const whole = readTrace(openb, files, { ...plain, keepNodes: 8, compress: 400 });
  assert.ok(whole.ok);
  assert.deepEqual(whole.trace.report.data, {
    nodeRows: 1213,
    nodesWithoutGpu: 0,
    nodesKept: 152,
    gpusKept: 770,
    podRows: 8152,
    podsWithoutGpu: 1088,
    podsThatNeverRan: 861,
    podsThatNeverFit: 0,
    gprs: 6203,
    sharesRoundedUp: 2573,
    runsUnderOneSecond: 0,
    broken: { nodes: new BrokenRows(), pods: new BrokenRows() },
    neverPlaced: new BrokenRows(),
  });
});
