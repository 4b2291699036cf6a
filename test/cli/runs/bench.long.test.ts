import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINE_VERSION } from '../../../sim/index.ts';
import { gprsim, interrupt } from '../gprsim.ts';

test('bench runs a fixed workload and prints one line or one document', () => {
  const { status, json, stderr } = gprsim('bench --quick --json');
  assert.equal(status, 0, stderr);
  assert.deepEqual([json.workload, json.gprs, json.engine], ['million', 100_000, ENGINE_VERSION]);
  assert.equal(json.rounds.length, 3);
  const rates = json.rounds.map(({ gprsPerSecond }: { gprsPerSecond: number }) => gprsPerSecond);
  assert.equal(json.gprsPerSecond, rates.toSorted((a: number, b: number) => a - b)[1]);
  for (const member of ['factsPerSecond', 'referenceStepsPerSecond', 'gprsPerMillionSteps', 'peakRssMb']) {
    assert.ok(json[member] > 0, member);
  }

  const { stdout } = gprsim('bench --quick');
  assert.match(
    stdout,
    /^gprsim \S+ engine \d+ · million 100,000 GPRs · [0-9,]+ GPRs\/s \(median of 3, .*\) · [^\n]*\n$/,
  );
  assert.ok(stdout.includes(` · hash ${json.hash} · Node ${process.versions.node} · `), stdout);
});

test('a signal ends bench', async (t) => {
  const { status, json } = await interrupt(t, ['bench'], 'SIGTERM');
  assert.deepEqual([status, json.exitCode], [143, 143]);
});
