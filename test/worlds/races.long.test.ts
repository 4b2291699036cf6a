// Two processes that create the same worlds in one folder at the same instants.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import type { StartOptions } from '../../src/library/gprsim.d.ts';
import { temporaryFolder } from '../support/folder.ts';
import { runs } from '../support/runs.ts';
import { otherProcess, Party } from './party.ts';

const ROUNDS = Math.ceil(150 * runs);

for (const from of [undefined, 'original']) {
  test(`of two processes that create a world ${from === undefined ? '' : 'as a copy '}at once, exactly one does`, async (t) => {
    const worlds = temporaryFolder(t);
    const options: StartOptions = { scenario: 'quiet', paused: true, worlds };
    const servers = await Promise.all([otherProcess(t, options), otherProcess(t, options)]);
    const two = servers.map(({ owner }) => owner);
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
