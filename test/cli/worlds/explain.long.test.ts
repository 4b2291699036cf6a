// The command explain names who evicted which GPR, of a file and of a server.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { visible, visibleLines } from '../../../src/looks/visible.ts';
import { hostile, hostileGpr, hostileScenario } from '../../support/hostile.ts';
import { words } from '../../support/words.ts';
import { gprsim, Server, temporaryFolder } from '../gprsim.ts';

const apiKey = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';

test('explain names the evictor of a GPR and the victims of another, with marks for hidden characters', async (t) => {
  const folder = temporaryFolder(t);
  const scenario = join(folder, 'scenario.json');
  const db = join(folder, 'world.gprsim');
  const steps = [
    { at: '+0m', gpr: hostileGpr('victim', { priority: 50, requeueOnFailure: true }) },
    {
      at: '+10m',
      gpr: hostileGpr('evictor', { sliceName: hostile('other'), priority: 200, enableEviction: true }),
    },
  ];
  writeFileSync(scenario, JSON.stringify({ ...hostileScenario, workload: [{ kind: 'script', steps }] }));
  gprsim(words`run ${scenario} --until 1h --db ${db}`);
  const lines = gprsim(words`gprs ${db} --json`).stdout.trimEnd().split('\n');
  const gprs = lines.map((line) => JSON.parse(line));
  const idOf = (name: string): string => gprs.find(({ gprName }) => gprName === hostile(name)).gprId;
  const [victim, evictor] = [idOf('victim'), idOf('evictor')];

  const ofVictim = gprsim(['explain', db, victim]).stdout;
  assert.match(ofVictim, new RegExp(`^  2026-01-05T08:10:00.000Z  requeued: evicted by ${evictor}$`, 'm'));
  assert.match(ofVictim, /^The history is complete\.$/m);
  assert.doesNotMatch(ofVictim, /^evicted/m);
  const ofEvictor = gprsim(['explain', db, evictor]).stdout;
  assert.ok(
    ofEvictor.endsWith(
      `evicted 1 GPR:
  2026-01-05T08:10:00.000Z  ${victim} (${visible(hostile('space'))}; ${visible(hostile('victim'))}, 2 GPUs): requeued
`,
    ),
    ofEvictor,
  );
  assert.equal(visibleLines(ofEvictor), ofEvictor);
  const { victims, historyComplete } = gprsim(words`explain ${db} ${evictor} --json`).json;
  assert.deepEqual([victims.total, victims.latest[0].gprName], [1, hostile('victim')]);
  assert.equal(historyComplete, true);

  const server = await Server.start(t, words`--db ${db} --paused`, { GPRSIM_API_KEY: apiKey });
  await server.signIn();
  const remote = (key: string) =>
    gprsim(['explain', server.announced.url, evictor], { GPRSIM_API_KEY: key }).stdout;
  assert.equal(remote(apiKey), ofEvictor);
  const viewer = await server.post('/api/v1/api-key', {
    name: 'viewer',
    userName: 'admin',
    role: 'Viewer',
    workspaceName: hostile('other'),
    validity: '2099-12-31',
  });
  const asViewer = remote(viewer.apiKey);
  assert.match(asViewer, /^The history is complete\.$/m);
  assert.ok(!asViewer.includes(victim) && !asViewer.includes('evicted'), asViewer);
});

test('explain takes the beginning of an id and names, of a file and of a server; several matches are listed', async (t) => {
  const folder = temporaryFolder(t);
  const scenario = join(folder, 'scenario.json');
  const db = join(folder, 'world.gprsim');
  const steps = Array.from({ length: 13 }, (_, i) => ({
    at: `+${10 * i}m`,
    gpr: hostileGpr(i < 12 ? 'old' : 'present', { exitDuration: '5m' }),
  }));
  const workload = [{ kind: 'script', steps }];
  // All but two GPRs have left memory.
  writeFileSync(scenario, JSON.stringify({ ...hostileScenario, keepEnded: 2, workload }));
  gprsim(words`run ${scenario} --until 121m --db ${db}`);
  const lines = gprsim(words`gprs ${db} --json`).stdout.trimEnd().split('\n');
  const gprs: { gprId: string; gprName: string; state: string }[] = lines.map((line) => JSON.parse(line));
  const present = gprs.find(({ state }) => state === 'Successful')!;
  const [oldest] = gprs;

  const server = await Server.start(t, words`--db ${db} --paused`, { GPRSIM_API_KEY: apiKey });
  const ran = (gpr: string, ...flags: string[]) => {
    const local = gprsim(['explain', db, gpr, ...flags]);
    const remote = gprsim(['explain', server.announced.url, gpr, ...flags], { GPRSIM_API_KEY: apiKey });
    assert.deepEqual([remote.status, remote.stdout], [local.status, local.stdout], gpr);
    assert.equal(remote.stderr.replaceAll(server.announced.url, db), local.stderr);
    return local;
  };
  const whole = ran(present.gprId);
  assert.equal(whole.status, 0);
  assert.match(whole.stdout, /^workspace limit: one provisioned GPR; gpr-\S+ holds GPUs$/m);
  assert.equal(ran(hostile('present')).stdout, whole.stdout);
  assert.equal(ran(present.gprId.slice(0, 9)).stdout, whole.stdout);
  const gone = ran(oldest.gprId.slice(4, 10));
  assert.match(gone.stdout, /^It ended at 2026-01-05T08:05:00.000Z: its exit duration of 5m was over\.$/m);

  const several = ran(hostile('old'));
  assert.equal(several.status, 2);
  // Two of the name are in memory; the others are not searched then.
  assert.equal(several.stderr.split('\n').filter((line) => /^ {2}gpr-/.test(line)).length, 2);
  assert.match(several.stderr, /several GPRs match .*; give one of these ids:/);
  const unknown = ran('gpr-0000');
  assert.equal(unknown.status, 2);
  assert.match(unknown.stderr, /unknown GPR "gpr-0000"; .* has .*; gprsim gprs lists them/);
  assert.match(ran('', '--json').stdout, /"exitCode":2/);
});
