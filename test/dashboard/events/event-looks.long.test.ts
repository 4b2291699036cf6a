// Events on phones and desktops, in light and dark, by keyboard, and while the world runs fast.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { browserTest } from '../browser.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

for (const colorScheme of ['light', 'dark'] as const)
  browserTest(
    `events have no serious findings and fit phones, ${colorScheme}`,
    { scenario: 'demo', paused: true, colorScheme },
    async ({ page, ask, go, openAs, server }) => {
      await ask('POST', '/sim/clock/advance', { by: '30h' });
      const { apiKey } = await ask('POST', '/api/v1/api-key', {
        name: 'v',
        userName: 'v',
        role: 'Viewer',
        workspaceName: 'team-blue',
        validity: '2099-12-31',
      });
      const viewer = await openAs(apiKey);
      for (const shown of [page, viewer])
        for (const hash of ['#/events', '#/events?gpr=quest-4', '#/']) {
          if (shown === page) await go(hash);
          else await shown.goto(`${server.url}/${hash}`);
          await (hash === '#/'
            ? shown.getByTestId('event-strip').locator('.event').first()
            : shown.getByTestId('events').locator('.event, .problem, .found').first()
          ).waitFor();
          for (const width of [390, 1440]) {
            await shown.setViewportSize({ width, height: 844 });
            await shown.evaluate(axe);
            const { violations } = (await shown.evaluate('axe.run()')) as {
              violations: { id: string; impact: string; nodes: { html: string }[] }[];
            };
            const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
            assert.deepEqual(
              serious.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 200))]),
              [],
            );
            const wide = await shown.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
            assert.ok(wide <= 0, `${hash} is ${wide} pixels too wide at ${width}`);
          }
        }
    },
  );

browserTest(
  'by keyboard alone, the filters are set, a page is turned, and an event is opened in the chart',
  { scenario: 'demo', paused: true },
  async ({ page, ask, go }) => {
    await ask('POST', '/sim/clock/advance', { by: '30h' });
    await go('#/events');
    const rows = page.getByTestId('events').getByTestId('event');
    await rows.nth(99).waitFor();
    const focused = () =>
      page.evaluate<string>('document.activeElement.dataset.testid ?? document.activeElement.className');
    const tabTo = async (name: string) => {
      for (let i = 0; i < 400 && (await focused()) !== name; i++) await page.keyboard.press('Tab');
      assert.equal(await focused(), name);
      const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
      assert.equal(outline, 'solid', `the focus on ${name} is visible`);
    };
    await tabTo('events-kind');
    await page.keyboard.type('Evictions');
    await page.waitForURL((url) => url.hash.includes('kind=eviction'));
    await tabTo('events-gpr');
    await tabTo('event-time');
    await page.keyboard.press('Enter');
    await page.getByTestId('gantt').waitFor();
    assert.match(page.url(), /mark=2026-/);
  },
);

for (const speed of [3_600, 10_000])
  browserTest(
    `at ${speed} ×, the events of the overview keep their place and change at most once in a second`,
    { scenario: 'demo', speed, viewport: { width: 1440, height: 900 } },
    async ({ page, ask }) => {
      const strip = page.getByTestId('event-strip');
      await strip.locator('.event').nth(2).waitFor();
      await page.evaluate(`
        globalThis.begun = performance.now(); globalThis.changes = []; globalThis.edges = { top: [], bottom: [] };
        const list = document.querySelector('[data-testid=event-strip] ol');
        new MutationObserver(() => changes.push(performance.now())).observe(list, { childList: true, subtree: true, characterData: true });
        const measure = () => {
          const { y, height } = list.parentElement.getBoundingClientRect();
          edges.top.push(y + scrollY); edges.bottom.push(y + scrollY + height); requestAnimationFrame(measure); };
        measure();`);
      const { nowMs } = await ask('GET', '/sim/clock');
      const changed = () => page.evaluate<number[]>('changes');
      while ((await changed()).length < 5) await page.waitForTimeout(1_000);
      const seconds = await page.evaluate<number>('(performance.now() - begun) / 1000');
      assert.ok((await ask('GET', '/sim/clock')).nowMs > nowMs);
      const changes = await changed();
      const moved = await page.evaluate<number[]>(
        'Object.values(edges).map((list) => Math.max(...list) - Math.min(...list))',
      );
      // Each reading changes the list once. A reading may take longer than another one.
      const gaps = changes.slice(1).map((at, i) => at - changes[i]!);
      assert.ok(changes.length <= seconds + 2, `${changes.length} changes in ${seconds} s: ${gaps}`);
      assert.ok(Math.max(...moved) < 1, `the list moves by ${moved} pixels`);
    },
  );
