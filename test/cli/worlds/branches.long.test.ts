// `gprsim branches`, and replays of the branches of a file.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { damage, openWorld, submit, temporaryFile } from '../../driver/world.ts';
import { request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { gprsim, programPath } from '../gprsim.ts';
import { assertRefused } from '../refusals.ts';

test('branches are listed, and each replays to its own hash', async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf({ nodes: 1 }));
  await submit(world, request('blue'));
  await world.advance({ byMs: 60 * SECOND });
  const first = world.clock();
  await world.rewind({ toMs: 10 * SECOND }, 'an attempt');
  await submit(world, request('green'));
  await world.advance({ byMs: 300 * SECOND });
  const second = world.clock();
  await world.close();

  const { branch, branches } = gprsim(['branches', path, '--json']).json;
  assert.equal(branch, 2);
  assert.deepEqual(
    branches.map(({ hash, parent, reason }: Record<string, unknown>) => [hash, parent, reason]),
    [
      [first.hash, null, 'the start'],
      [second.hash, 1, 'an attempt'],
    ],
  );
  const replayed = (...args: string[]) => gprsim(['replay', path, ...args, '--json']).json;
  assert.equal(replayed().hash, second.hash);
  assert.deepEqual([replayed('--branch', '1').hash, replayed('--branch', '1').commands], [first.hash, 1]);
  const verified = replayed('--verify');
  assert.equal(verified.verified, true);
  assert.deepEqual(
    verified.branches.map(({ branch, hash, verified }: Record<string, unknown>) => [branch, hash, verified]),
    [
      [1, first.hash, true],
      [2, second.hash, true],
    ],
  );
  assert.match(
    gprsim(['replay', path, '--verify']).stdout,
    /^branch 1 .*\nreplayed .*\nstored .*\nbranch 2 /,
  );
  assertRefused('branches', { path });

  damage(path, "UPDATE journal SET command = replace(command, 'blue', 'red ') WHERE branch = 1");
  const damaged = gprsim(['replay', path, '--verify']);
  assert.equal(damaged.status, 1);
  assert.match(damaged.stderr, /command 1 of its journal has a wrong checksum/);
  assert.match(gprsim(['doctor', '--db', path]).stdout, /WRONG file/);
});

test('the list of branches fits terminals of 40 columns and more', {
  skip: spawnSync('script', ['--version']).status === 0 ? false : 'no program gives a terminal',
}, async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf({ nodes: 1 }));
  await world.advance({ byMs: 86_400 * SECOND });
  for (let i = 11; i > 0; i--) await world.rewind({ toMs: i * SECOND }, 'x'.repeat(i * i));
  await world.close();
  for (const columns of [40, 52, 60, 80, 100, 120, 160, 200]) {
    const line = `stty cols ${columns} rows 24; NO_COLOR=1 exec ${programPath()} branches ${path}`;
    const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], { encoding: 'utf8' });
    const [, header, ...rows] = stdout.trimEnd().split('\r\n');
    assert.match(header, /^branch +.*begins/);
    assert.equal(rows.length, 12);
    for (const row of [header, ...rows]) assert.ok(row.length <= columns, `${columns}: ${row}`);
  }
});
