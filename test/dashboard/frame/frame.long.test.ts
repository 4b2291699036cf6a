// The frame of the page: what its address has, titles of tabs, places of controls, and a server that is lost.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf, browserTest, settled } from '../browser.ts';

const demo = { scenario: 'demo', paused: true };

browserTest(
  'what a place writes into its address does not undo a link that was followed since',
  demo,
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '1h' });
    await go('#/workspaces');
    await page.getByTestId('workspaces').locator('tbody tr').first().waitFor();
    // The browser changes the address at once, and reports it later.
    await page.evaluate(`
      document.querySelector('[aria-sort] button, th button').click();
      history.pushState(null, '', '#/nodes');`);
    await page.waitForTimeout(1_000);
    assert.equal(new URL(page.url()).hash, '#/nodes');
  },
);

browserTest(
  'at 3,600 ×, the controls that are clicked keep their places',
  { scenario: 'demo', speed: 3_600, viewport: { width: 1440, height: 900 } },
  async ({ page, ask }) => {
    await page.getByTestId('event-strip').locator('.event').nth(2).waitFor();
    await page.locator('.gantt-canvases canvas[data-at]').waitFor();
    const { nowMs } = await ask('GET', '/sim/clock');
    await page.evaluate(`
      globalThis.boxes = {};
      globalThis.moved = {};
      const clicked = ['[data-testid=pause]', '[data-testid=step]', '[data-testid=speed]', '[data-testid=jump]',
        '[data-testid=keys]', '[data-testid=what-if-scheduler]', '[data-testid=follow-now]', '#tab-waits', '.bar nav a:nth-child(3)',
        '[data-testid=all-events]', '.legend select'];
      const measure = () => {
        for (const name of clicked) {
          const { x, y } = document.querySelector(name).getBoundingClientRect();
          const [x0, y0] = boxes[name] ??= [x, y];
          if (Math.abs(x - x0) > 2 || Math.abs(y - y0) > 2) moved[name] = [x0, y0, x, y];
        }
        requestAnimationFrame(measure);
      };
      measure();`);
    // Beyond a midnight, so that the name of the day changes.
    while ((await ask('GET', '/sim/clock')).nowMs < nowMs + 24 * 3_600_000) await page.waitForTimeout(200);
    assert.deepEqual(await page.evaluate('moved'), {});
  },
);

browserTest('each place has its title, and all places are in one line', demo, async ({ page, ask, go }) => {
  await ask('POST', '/sim/clock/advance', { by: '9h' });
  const { gprs } = await ask('GET', '/sim/gprs?state=Queued&limit=1');
  for (const [hash, title] of [
    ['#/', 'Overview – gprsim'],
    ['#/gprs', 'GPRs – gprsim'],
    ['#/events', 'Events – gprsim'],
    [`#/gpr/${gprs[0].gprId}`, `${gprs[0].gprName} – GPR – gprsim`],
    ['#/create', 'Create GPR – gprsim'],
    ['#/what-if', 'What if – gprsim'],
    ['#/nodes', 'Nodes – gprsim'],
    ['#/workspaces', 'Totals – gprsim'],
    ['#/clusters', 'Clusters – gprsim'],
    ['#/cluster/worker-1', 'worker-1 – Cluster – gprsim'],
    ['#/branches', 'Branches – gprsim'],
    ['#/world', 'World – gprsim'],
  ] as const) {
    await go(hash);
    for (let tries = 0; tries < 100 && (await page.title()) !== title; tries++)
      await page.waitForTimeout(100);
    await settled(async () => assert.equal(await page.title(), title));
  }
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const tops = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.bar nav a')].map((a) => Math.round(a.getBoundingClientRect().y))",
    );
    assert.equal(new Set(tops).size, 1, `at ${width}: ${tops}`);
  }
  // With the keys, the last place comes into view.
  await page.locator('.bar nav a').last().focus();
  const right = await page.evaluate<number>('document.activeElement.getBoundingClientRect().right');
  assert.ok(right <= 390);
});

browserTest(
  'an error in one place leaves the others, and the place can be shown again',
  { ...demo, logged: /Cannot read properties of null/ },
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '1h' });
    let isBroken = true;
    await page.route('**/sim/totals/workspaces*', async (route) => {
      const response = await answerOf(route);
      const body = await response.json();
      if (isBroken) body.data.rows = [null];
      await route.fulfill({ response, json: body });
    });
    await go('#/workspaces');
    await page.getByTestId('failed-place').waitFor();
    await page.getByTestId('clock').waitFor();
    await go('#/gprs');
    await page.getByTestId('gprs').waitFor();
    await settled(async () => assert.equal(await page.getByTestId('failed-place').count(), 0));
    await go('#/workspaces');
    await page.getByTestId('failed-place').waitFor();
    isBroken = false;
    await page.getByText('Show it again').click();
    await page.getByRole('link', { name: 'team-blue' }).waitFor();
  },
);

browserTest(
  'a page that is left holds no connection, and goes on when it is shown again',
  demo,
  async ({ page, ask }) => {
    await page.getByTestId('clock').waitFor();
    const isStream = (request: { url(): string }) => request.url().endsWith('/sim/facts/stream');
    const ended = page.waitForEvent('requestfailed', isStream);
    await page.evaluate("dispatchEvent(new Event('pagehide'))");
    await ended;
    let requests = 0;
    page.on('request', () => requests++);
    await ask('POST', '/sim/clock/advance', { by: '1h' });
    await sleep(1_500);
    assert.equal(requests, 0);
    const begun = page.waitForRequest(isStream);
    await page.evaluate("dispatchEvent(new Event('pageshow'))");
    await begun;
    await page.getByTestId('queue').getByText('at Mon 09:00:00').waitFor();
  },
);
