// The dashboard of a world beside the one at the root.

import assert from 'node:assert/strict';
import { browserTest, settled } from './browser.ts';

browserTest(
  'the dashboard of a world shows and moves only this world',
  { scenario: 'quiet', paused: true },
  async ({ server, openAs, ask }) => {
    const world = await server.world({ name: 'checkout-1', scenario: 'demo' });
    const page = await openAs(world.apiKey, world.url);
    assert.ok(page.url().startsWith(`${world.url}/`), page.url());
    await page.getByTestId('jump-by').fill('2h');
    await page.getByTestId('jump').click();
    await settled(async () =>
      assert.ok((await page.getByTestId('clock').textContent())!.includes('10:00:00')),
    );
    assert.equal((await ask('GET', '/worlds/checkout-1/sim/clock')).nowMs, 7_200_000);
    assert.equal((await ask('GET', '/sim/clock')).nowMs, 0);
    // A link of the page leads to a place of the same world.
    await page.goto(`${world.url}/#/events`);
    await page.getByTestId('events').waitFor();
    const owner = await openAs(server.apiKey, world.url);
    await settled(async () =>
      assert.ok((await owner.getByTestId('clock').textContent())!.includes('10:00:00')),
    );
  },
);
