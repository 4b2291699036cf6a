// The command explain names who evicted which GPR, of a file and of a server.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { visible, visibleLines } from '../../src/looks/visible.ts';
import { hostile, hostileGpr, hostileScenario } from '../support/hostile.ts';
import { gprsim, Server, temporaryFolder } from './gprsim.ts';

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
  gprsim(['run', scenario, '--until', '1h', '--db', db]);
  const lines = gprsim(['gprs', db, '--json']).stdout.trimEnd().split('\n');
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
  const { victims, historyComplete } = gprsim(['explain', db, evictor, '--json']).json;
  assert.deepEqual([victims.total, victims.latest[0].gprName], [1, hostile('victim')]);
  assert.equal(historyComplete, true);

  const server = await Server.start(t, ['--db', db, '--paused'], { GPRSIM_API_KEY: apiKey });
  await server.signIn();
  const remote = (key: string) =>
    gprsim(['explain', server.announced.url, evictor], { GPRSIM_API_KEY: key }).stdout;
  assert.equal(remote(apiKey), ofEvictor);
  const viewer = await server.data('POST', '/api/v1/api-key', {
    ...{ name: 'viewer', userName: 'admin', role: 'Viewer', workspaceName: hostile('other') },
    validity: '2099-12-31',
  });
  const asViewer = remote(viewer.apiKey);
  assert.match(asViewer, /^The history is complete\.$/m);
  assert.ok(!asViewer.includes(victim) && !asViewer.includes('evicted'), asViewer);
});
