// The frame of the page: what its address has, titles of tabs, places of controls, and a server that is lost.

import assert from 'node:assert/strict';
import { answerOf, browserTest, countIs, settled, timersOver, titleIs } from '../browser.ts';
import { routeRead } from '../reads.ts';

browserTest(
  'at 3,600 ×, the controls that are clicked keep their places',
  { scenario: 'demo', speed: 3_600, viewport: { width: 1440, height: 900 } },
  async ({ page, ask }) => {
    await page.locator('.gantt-canvases canvas[data-at]').waitFor();
    const { nowMs } = await ask('GET', '/sim/clock');
    await page.evaluate(`
      globalThis.boxes = {};
      globalThis.moved = {};
      const clicked = ['[data-testid=pause]', '[data-testid=step]', '[data-testid=speed]', '[data-testid=jump]',
        '[data-testid=keys]', '[data-testid=what-if-scheduler]', '[data-testid=follow-now]', '#tab-waits', '.rail li:nth-child(3) a',
        '.legend select'];
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
    await settled(async () => assert.ok((await ask('GET', '/sim/clock')).nowMs >= nowMs + 24 * 3_600_000));
    assert.deepEqual(await page.evaluate('moved'), {});
  },
);

browserTest(
  'each place has its title; an error in one leaves the others; a link is not undone by what a place writes; a page that is left holds no connection',
  { scenario: 'demo', paused: true, logged: /null/, advance: '9h' },
  async ({ page, part, go, ask, advance, see }) => {
    const { gprs } = await ask('GET', '/sim/gprs?state=Queued&limit=1');
    for (const [hash, title] of [
      ['#/', 'Overview – gprsim'],
      ['#/gprs', 'GPRs – gprsim'],
      ['#/events', 'Events – gprsim'],
      [`#/gpr/${gprs[0].gprId}`, `${gprs[0].gprName} – GPR – gprsim`],
      ['#/create', 'Create GPR – gprsim'],
      ['#/what-if', 'What if – gprsim'],
      ['#/map', 'Nodes – gprsim'],
      ['#/nodes', 'Totals of nodes – gprsim'],
      ['#/workspaces', 'Totals – gprsim'],
      ['#/clusters', 'Totals of clusters – gprsim'],
      ['#/cluster/worker-1', 'worker-1 – Cluster – gprsim'],
      ['#/branches', 'Branches – gprsim'],
      ['#/world', 'World – gprsim'],
    ] as const) {
      await go(hash);
      await titleIs(page, title);
    }
    for (const [width, axis] of [
      [1440, 'x'],
      [390, 'y'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const places = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.rail nav a')].map((a) => Math.round(a.getBoundingClientRect().${axis}))`,
      );
      assert.equal(new Set(places).size, 1, `at ${width}: ${places}`);
    }
    // With the keys, the last place comes into view.
    await page.locator('.rail nav a').last().focus();
    const right = await page.evaluate<number>('document.activeElement.getBoundingClientRect().right');
    assert.ok(right <= 390);
    await page.setViewportSize({ width: 1440, height: 900 });

    let isBroken = true;
    await routeRead(page, '/sim/totals/workspaces', async (route, place) => {
      const response = await answerOf(route);
      const body = await response.json();
      if (isBroken) body.data.answers[place].answer.data.rows = [null];
      await route.fulfill({ response, json: body });
    });
    await go('#/workspaces');
    await see('failed-place');
    await see('clock');
    await go('#/gprs');
    await see('gprs');
    await countIs(part('failed-place'), 0);
    await go('#/workspaces');
    await see('failed-place');
    isBroken = false;
    await page.getByText('Show it again').click();
    await page.getByRole('link', { name: 'team-blue' }).waitFor();

    // The browser changes the address at once, and reports it later.
    await page.evaluate(`
      document.querySelector('[aria-sort] button, th button').click();
      history.pushState(null, '', '#/nodes');`);
    await timersOver(page);
    assert.equal(new URL(page.url()).hash, '#/nodes');

    await go('#/');
    const isStream = (request: { url(): string }) => request.url().endsWith('/sim/clock/stream');
    const ended = page.waitForEvent('requestfailed', isStream);
    await page.evaluate("dispatchEvent(new Event('pagehide'))");
    await ended;
    // What it was about to read is still sent.
    await timersOver(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.url()} ${request.postData()}`));
    await advance('1h');
    await timersOver(page);
    assert.deepEqual(requests, []);
    const begun = page.waitForRequest(isStream);
    await page.evaluate("dispatchEvent(new Event('pageshow'))");
    await begun;
    await see('clock', '18:00:00');
  },
);
