// Shuffled arrivals on the command line: pods stay, so times mean nothing.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { words } from '../../support/words.ts';
import { gprsim, temporaryFolder } from '../gprsim.ts';

const NODES = ['sn,cpu_milli,memory_mib,gpu,model', 'n0,64000,262144,2,P100', 'n1,96000,393216,8,G2'];
const PODS = [
  'name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time',
  ...Array.from({ length: 30 }, (_, i) => `p${i},4000,8192,1,${500 + 10 * i},,LS,Running,0,20,10`),
];

test('run, compare and reports of shuffled arrivals have no times, and a short name of the pool', (t) => {
  const folder = temporaryFolder(t);
  const [nodes, pods, report] = ['nodes.csv', 'pods.csv', 'report.html'].map((name) => join(folder, name));
  writeFileSync(nodes, NODES.join('\n'));
  writeFileSync(pods, PODS.join('\n'));
  const flags = words`--trace openb --nodes ${nodes} --workload ${pods} --shares exact`;
  const study = words`${flags} --arrivals shuffled --queue refuse`;
  const { stdout } = gprsim(words`run ${study} --report ${report}`);
  assert.match(stdout, /^ {2}GPRs +[0-9]+: [0-9]+ placed, [0-9]+ failed$/m);
  assert.match(stdout, /^pool +GPRs +used\nopenb\/all +[0-9]+ +[0-9.]+ %$/m);
  const compared = gprsim(words`compare ${study} --placement fgd,packing --seeds 1,2`).stdout;
  assert.match(compared, /^ {2}utilization, %/m);
  assert.match(compared, /^ {2}openb\/all +used +[0-9.]+ %/m);
  for (const text of [stdout, compared])
    assert.doesNotMatch(text, /\b(wait|flow|slowdown|makespan|simulated|evictions|completed|offered)\b/);
  const page = readFileSync(report, 'utf8');
  assert.doesNotMatch(page, /id="(waits|slowdowns|workspaces)"/);
  assert.match(page, /id="allocation"/);

  // At their times, pods end, and waits count.
  assert.match(gprsim(['run', ...flags]).stdout, /^ {2}wait +mean/m);
});
