// How far estimates could be trusted, over HTTP: who may ask, and what is counted while the world goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crowded } from '../../support/asked-again.ts';
import { Client } from '../client.ts';
import { memoryWorld } from '../memory-world.ts';

test('all may ask; the metrics count the same answers once, by how far ahead the start was foreseen', async () => {
  const client = new Client(memoryWorld(crowded));
  const owner = await client.as('Owner');
  const viewer = await client.as('Viewer', 'blue');
  /** Horizon → answers, by how the GPR started, and the sum of the errors, s. */
  const scraped = async () => {
    const text = await (await client.app.request('/metrics')).text();
    const counts: Record<string, Record<string, number>> = {};
    for (const [, horizon, how = 'errors', count] of text.matchAll(
      /^gprsim_estimate_\w+_total\{horizon="(\w+)"(?:,started="(\w+)")?\} (\S+)$/gm,
    ))
      counts[horizon] = { ...counts[horizon], [how]: Number(count) };
    return counts;
  };
  for (const hours of [20, 1, 30]) {
    await owner.data('POST', '/sim/clock/advance', { by: `${hours}h` });
    const { estimates } = await owner.data('GET', '/sim/estimates');
    assert.deepEqual((await viewer.data('GET', '/sim/estimates')).estimates, estimates);
    assert.ok(estimates.answers > 0);
    const counts = await scraped();
    for (const { horizon, answers, exact, earlier, later, meanErrorMs } of estimates.horizons) {
      const { errors = 0, ...started } = counts[horizon] ?? {};
      for (const [how, share] of Object.entries({ exact, earlier, later }))
        assert.equal(started[how] ?? 0, Math.round(answers * share), `${horizon} ${how}`);
      assert.ok(Math.abs(errors * 1000 - answers * meanErrorMs) < 1, horizon);
    }
  }
});
