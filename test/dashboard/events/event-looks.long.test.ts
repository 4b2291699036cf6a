// Events on phones and desktops, in light and dark, by keyboard, and while the world runs fast.

import assert from 'node:assert/strict';
import { becomesTrue, browserTest } from '../browser.ts';

for (const speed of [3_600, 10_000])
  browserTest(
    `at ${speed} ×, the events of the overview keep their place and change at most once in a second`,
    { scenario: 'demo', speed, viewport: { width: 1440, height: 900 } },
    async ({ page, part, ask }) => {
      const strip = part('event-strip');
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
      await becomesTrue(page, 'changes.length >= 5');
      assert.ok((await ask('GET', '/sim/clock')).nowMs > nowMs);
      const [seconds, changes, moved] = await page.evaluate<[number, number[], number[]]>(
        '[(performance.now() - begun) / 1000, changes, Object.values(edges).map((list) => Math.max(...list) - Math.min(...list))]',
      );
      // Each reading changes the list once. A reading may take longer than another one.
      const gaps = changes.slice(1).map((at, i) => at - changes[i]!);
      assert.ok(changes.length <= seconds + 2, `${changes.length} changes in ${seconds} s: ${gaps}`);
      assert.ok(Math.max(...moved) < 1, `the list moves by ${moved} pixels`);
    },
  );
