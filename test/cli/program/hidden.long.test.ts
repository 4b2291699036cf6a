// Hidden characters of names, reasons and file names: marks in texts, and exact in JSON and CSV that programs read.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { visible, visibleLines } from '../../../src/looks/visible.ts';
import { hostile, hostileGpr, hostileScenario } from '../../support/hostile.ts';
import { gprsim, programPath, temporaryFolder } from '../gprsim.ts';

test('texts of commands show hidden characters, and JSON and CSV in a pipe are exact', (t) => {
  const folder = temporaryFolder(t);
  const scenario = join(folder, `${hostile('file')}.json`);
  const db = join(folder, `${hostile('world')}.gprsim`);
  const at = (gprName: string) => ({ at: '+0m', gpr: hostileGpr(gprName) });
  const workload = [{ kind: 'script', steps: [at('first'), at('second')] }];
  writeFileSync(scenario, JSON.stringify({ ...hostileScenario, workload }));

  const shows = (args: readonly string[], ...marked: readonly string[]) => {
    const { stdout, stderr } = gprsim(args);
    for (const text of [stdout, stderr]) assert.equal(visibleLines(text), text, args[0]);
    for (const name of marked) assert.ok((stdout + stderr).includes(name), stdout + stderr);
    return stdout;
  };
  shows(['run', scenario, '--until', '1h', '--db', db, '--per-workspace'], 'space<U+200');
  const [queued] = gprsim(['queue', db, '--json']).json.gprs;
  assert.equal(queued.gprName, hostile('second'));
  shows(['queue', db], 'second<U+');
  shows(['gprs', db], 'first<U+');
  shows(['nodes', db], visible(hostile('type')));
  shows(['explain', db, queued.gprId], visible(hostile('cluster')));
  shows(['forecast', db, queued.gprId], 'second<U+');
  shows(['explain', db, hostile('none')], visible(hostile('none')));
  shows(['queue', join(folder, hostile('missing'))], visible(hostile('missing')));
  shows(['serve', '--listen', hostile('address')], visible(hostile('address')));
  assert.ok(gprsim(['queue', db, '--csv']).stdout.includes(hostile('second')));
  assert.ok(gprsim(['gprs', db, '--json']).stdout.includes(hostile('first')));
  assert.ok(gprsim(['gprs', db, '--csv']).stdout.includes(hostile('first')));

  const onTerminal = (...args: readonly string[]) => {
    const words = args.map((word) => `'${word}'`).join(' ');
    const { stdout } = spawnSync(
      'script',
      ['-qec', `stty cols 400; ${programPath()} ${words}`, '/dev/null'],
      {
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1' },
        timeout: 60_000,
        killSignal: 'SIGKILL',
      },
    );
    assert.equal(visibleLines(stdout), stdout);
    return stdout;
  };
  if (spawnSync('script', ['--version']).status !== 0) return;
  assert.ok(onTerminal('queue', db).includes(visible(hostile('second'))));
  assert.ok(onTerminal('queue', db, '--csv').includes(visible(hostile('second'))));
  assert.equal(JSON.parse(onTerminal('queue', db, '--json')).gprs[0].gprName, hostile('second'));
});
