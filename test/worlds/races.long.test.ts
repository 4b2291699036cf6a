// Two processes that create the same worlds in one folder at the same instants.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import type { StartOptions } from '../../src/library/gprsim.d.ts';
import { temporaryFolder } from '../support/folder.ts';
import { runs } from '../support/runs.ts';
import { startedFile } from '../support/started.ts';
import { Party } from './party.ts';

const ROUNDS = Math.ceil(150 * runs);

async function otherProcess(t: TestContext, options: StartOptions): Promise<Party> {
  const file = startedFile('test/worlds/second-server.ts');
  const child = spawn(process.execPath, [file, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url, apiKey } = JSON.parse(line);
  return Party.in(url, apiKey);
}

for (const from of [undefined, 'original']) {
  test(`of two processes that create a world ${from === undefined ? '' : 'as a copy '}at once, exactly one does`, async (t) => {
    const worlds = temporaryFolder(t);
    const options: StartOptions = { scenario: 'quiet', paused: true, worlds };
    const two = await Promise.all([otherProcess(t, options), otherProcess(t, options)]);
    if (from !== undefined)
      await Promise.all(two.map((party, i) => party.post('/sim/worlds', { name: `${from}-${i}` })));
    const before = readdirSync(worlds).length;
    for (let i = 0; i < ROUNDS; i++) {
      const name = `w-${i}`;
      const made = await Promise.all(
        two.map((party, which) =>
          party.ask('POST', '/sim/worlds', {
            name,
            ...(from !== undefined && { from: `${from}-${which}` }),
          }),
        ),
      );
      assert.deepEqual(made.map(({ status }) => status).sort(), [200, 409], JSON.stringify(made));
      const [refused] = made.filter(({ status }) => status === 409);
      assert.equal(refused.message, `There is a world "${name}" already`);
      const which = made.findIndex(({ status }) => status === 200);
      const world = await Party.in(`${two[which].url}/worlds/${name}`, made[which].data.apiKey);
      assert.equal((await world.get('/sim/clock')).mode, 'paused');
      await two[which].delete(`/sim/worlds/${name}`);
    }
    assert.equal(readdirSync(worlds).length, before);
  });
}
