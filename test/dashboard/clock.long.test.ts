import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { browserTest } from './browser.ts';

browserTest(
  'after the connection is lost, the clock shows the instant of the last answer and stops',
  { scenario: 'demo', speed: 10_000 },
  async ({ page, server }) => {
    const instants: string[] = [];
    page.on('response', async (response) => {
      if (!response.url().includes('/sim/state')) return;
      const body = (await response.json().catch(() => undefined)) as
        | { data: { clock: { now: string } } }
        | undefined;
      if (body !== undefined) instants.push(body.data.clock.now);
    });
    const clock = page.getByTestId('clock').locator('time');
    await page.waitForResponse((response) => response.url().includes('/sim/state'));
    await server.close();
    await page
      .getByText(/cannot be reached|connection/i)
      .first()
      .waitFor();
    const shown = await clock.getAttribute('datetime');
    assert.equal(shown, instants.at(-1));
    // Without an answer, no time makes the clock move.
    for (let i = 0; i < 5; i++) {
      await sleep(200);
      assert.equal(await clock.getAttribute('datetime'), shown);
    }
  },
);

browserTest(
  'the availability uses what is entered, and names what is missing or wrong instead of starts',
  { scenario: 'quiet', paused: true },
  async ({ page, go }) => {
    await go('#/create');
    const panel = page.getByTestId('availability');
    const status = panel.getByRole('status');
    await status.getByText('Enter first: Workspace.').waitFor();
    await page.getByTestId('field-sliceName').selectOption('team-blue');
    await panel.getByText('at once').first().waitFor();
    for (const wrong of ['0', 'abc']) {
      await page.getByTestId('field-priority').fill(wrong);
      await status.getByText('"priority" must be an integer from 1 to 300').waitFor();
      assert.equal(await panel.getByText('at once').count(), 0);
    }
    await page.getByTestId('field-priority').fill('100');
    for (const duration of ['1h 30m', '013000', '90m']) {
      await page.getByTestId('field-exitDuration').fill('');
      await status.getByText('Enter first: Exit duration.').waitFor();
      await page.getByTestId('field-exitDuration').fill(duration);
      await panel
        .getByText(/at once|must be/)
        .first()
        .waitFor();
    }
  },
);
