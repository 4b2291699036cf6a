// A server that is killed while it creates and removes worlds in files leaves only whole worlds and free names.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../support/folder.ts';
import { runs } from '../support/runs.ts';
import { otherProcess } from './party.ts';

const kills = Math.ceil(3 * runs);

test('a kill during creations and removals of worlds leaves whole worlds and free names', async (t) => {
  const folder = temporaryFolder(t);
  const served = () =>
    otherProcess(t, { scenario: 'quiet', paused: true, worlds: folder, worldsMax: 10_000 });
  let server = await served();
  t.after(() => server.child.kill('SIGKILL'));
  for (let kill = 0; kill < kills; kill++) {
    const kept = new Set<string>();
    const asked: string[] = [];
    const work = async (name: string) => {
      const ask = (method: string, path: string, body?: object) =>
        server.owner.ask(method, path, body).then(
          ({ status }) => status === 200,
          () => false,
        );
      asked.push(name);
      if (!(await ask('POST', '/sim/worlds', { name, scenario: 'tiny' }))) return;
      if (asked.length % 3 > 0) kept.add(name);
      else await ask('DELETE', `/sim/worlds/${name}`);
    };
    const exit = once(server.child, 'exit');
    const going = [0, 1, 2].map(async (lane) => {
      for (let i = 0; server.child.signalCode === null; i++) await work(`w-${lane}-${i}`);
    });
    // Different kills meet different steps of the works.
    await sleep(60 + ((kill * 37) % 200));
    server.child.kill('SIGKILL');
    await Promise.all([exit, ...going]);
    writeFileSync(join(folder, 'world-empty.gprsim'), '');

    server = await served();
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.part')),
      [],
    );
    const { worlds } = await server.owner.get('/sim/worlds');
    const names: string[] = worlds.map(({ name }: { name: string }) => name);
    for (const name of kept) assert.ok(names.includes(name), `${name} was acknowledged`);
    for (const name of names) {
      const { nowMs } = await server.owner.get(`/worlds/${name}/sim/clock`);
      assert.equal(nowMs, 0);
    }
    const free = ['empty', ...asked.filter((name) => !names.includes(name))];
    for (const name of free) await server.owner.post('/sim/worlds', { name });
    for (const name of [...names, ...free]) await server.owner.delete(`/sim/worlds/${name}`);
    assert.deepEqual(readdirSync(folder), []);
  }
});
