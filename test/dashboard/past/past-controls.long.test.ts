// What changes the world, while the page shows an earlier instant.

import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { browserTest, settled } from '../browser.ts';

declare function getComputedStyle(of: unknown): { opacity: string };

const opacityOf = (of: Locator) => of.evaluate((element) => Number(getComputedStyle(element).opacity));

browserTest(
  'in the past, all that changes the world is off, and looks so',
  { scenario: 'demo', paused: true },
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '9h' });
    const at = '2026-01-05T14:05:10.000Z';
    const { gprs } = await ask('GET', `/sim/gprs?state=Queued&at=${at}`);
    const isOff = (testId: string) =>
      settled(async () => {
        const control = page.getByTestId(testId).first();
        assert.equal(await control.isDisabled({ timeout: 9_000 }), true, testId);
        assert.ok((await opacityOf(control)) < 0.6, testId);
      });
    for (const [place, ...controls] of [
      ['', 'fail-node'],
      ['create', 'field-gprName', 'field-clusterName', 'create-gpr'],
      [`gpr/${gprs[0].gprId}`, 'priority', 'delete', 'run-until'],
      ['branches', 'rewind-to', 'rewind'],
      ['world', 'reset', 'import-file', 'inject-fault'],
    ] as const) {
      await go(`#/${place}?at=${at}`);
      await page.getByTestId('past').getByText('Nothing can be changed here.').waitFor();
      for (const control of controls) await isOff(control);
    }
    // The button of a tile does not even appear.
    await go(`#/?at=${at}`);
    const tile = page.locator('.tile').first();
    await tile.hover();
    await settled(async () => {
      const look = (name: string) => opacityOf(tile.getByTestId(name));
      assert.deepEqual([await look('fail-node'), await look('what-if-node')], [0, 1]);
    });
    await page.getByRole('button', { name: 'Back to the present' }).click();
    await tile.hover();
    await settled(async () => assert.equal(await opacityOf(tile.getByTestId('fail-node')), 1));
  },
);
