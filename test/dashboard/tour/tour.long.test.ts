// The guided tour: each step shows what its text states, and at the end nothing is left.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { browserTest, settled } from '../browser.ts';

const branchesOf = async (ask: (method: string, path: string) => Promise<{ branches: object[] }>) =>
  (await ask('GET', '/sim/branches')).branches;

/** Waits until the buttons of the tour can be used. */
const rest = (page: Page) => page.locator('[data-testid=tour-end]:enabled').waitFor();

/** By step. */
const MARKS: Readonly<Record<number, string>> = { 3: 'evicted', 4: 'idle time-out', 5: 'node failure' };

for (const seed of [1, 7])
  browserTest(
    `the tour of demo with the seed ${seed} shows six steps with their marks in the chart, and leaves nothing`,
    { scenario: 'demo', seed, paused: true, viewport: { width: 1440, height: 900 } },
    async ({ page, ask, go }) => {
      await ask('POST', '/sim/clock/advance', { by: '3h' });
      const before = [await branchesOf(ask), (await ask('GET', '/sim/clock')).now];
      const missing: string[] = [];
      page.on('response', (answer) => {
        if (answer.status() === 404) missing.push(answer.url());
      });
      await go('#/tour');
      await page.getByTestId('tour-begin').click();
      const text = page.getByTestId('tour-text');
      let earlier = '';
      for (let step = 1; step <= 6; step++) {
        await page.getByText(`step ${step} of 6`).waitFor({ timeout: 60_000 });
        await rest(page);
        assert.equal((await branchesOf(ask)).length, 3);
        if (step === 6) break;
        const { now, branch } = await ask('GET', '/sim/clock');
        assert.ok(now >= earlier, `step ${step} goes back to ${now}`);
        earlier = now;
        await page.getByTestId('tour-happen').click();
        await page.getByTestId('tour-again').waitFor();
        const clock = await ask('GET', '/sim/clock');
        assert.ok(clock.now > now && clock.branch === branch);
        const facts = await ask('GET', `/sim/facts?from=${clock.now}&to=${clock.now}`);
        const links = await text.locator('a').evaluateAll((all) => all.map((one) => one.title));
        const ids = links.length > 0 ? links : [''];
        const happened = facts.facts.some((fact: Record<string, unknown>) =>
          [fact.gprId, fact.culprit].some((one) => ids.includes(String(one))),
        );
        assert.ok(happened, `step ${step} names ${ids} at ${clock.now}`);
        // The legend lists only what is in view.
        const mark = MARKS[step];
        if (mark !== undefined) await page.getByTestId('gantt').getByText(mark, { exact: true }).waitFor();
        await page.getByTestId('tour-next').click();
      }
      await settled(async () =>
        assert.match(
          (await page.getByTestId('tour-what-if').getAttribute('href'))!,
          /^#\/what-if\?.*changes=/,
        ),
      );
      await page.getByTestId('tour-back').click();
      await page.getByText('step 5 of 6').waitFor();
      await rest(page);
      await page.getByTestId('tour-end').click();
      await page.getByTestId('tour-begin').waitFor();
      await page.locator('[data-testid=tour-begin]:enabled').waitFor();
      assert.deepEqual([await branchesOf(ask), (await ask('GET', '/sim/clock')).now], before);
      assert.deepEqual(missing, []);
    },
  );

browserTest(
  'a tour that is left in its middle is offered to be ended on the next visit, by another page, too',
  { scenario: 'demo', paused: true },
  async ({ page, ask, go, server }) => {
    await ask('POST', '/sim/clock/advance', { by: '9h' });
    const before = await branchesOf(ask);
    await go('#/tour');
    await page.getByTestId('tour-begin').click();
    await page.getByText('step 1 of 6').waitFor({ timeout: 60_000 });
    await rest(page);
    await page.evaluate('sessionStorage.clear()');
    await page.goto('about:blank');
    await page.goto(`${server.url}/#key=${server.apiKey}`);
    await page.getByTestId('tour-band').waitFor();
    assert.equal((await branchesOf(ask)).length, 3);
    await page.getByTestId('tour-end').click();
    await page.getByText('The tour has ended').waitFor();
    assert.deepEqual(await branchesOf(ask), before);
  },
);

browserTest(
  'filters of the user hide nothing of a step, and are back at the end',
  { scenario: 'demo', paused: true },
  async ({ page, go }) => {
    await go('#/?queue=worker-3&reason=down&rows=workspaces&chart=worker-2');
    const filter = page.getByTestId('queue').getByLabel('Cluster');
    await settled(async () => assert.equal(await filter.inputValue(), 'worker-3'));
    await page.getByRole('link', { name: 'Tour' }).click();
    const choices = async () => [
      await filter.inputValue(),
      await page.getByTestId('gantt-rows').inputValue(),
      await page.getByTestId('gantt-cluster').inputValue(),
    ];
    await settled(async () => assert.deepEqual(await choices(), ['worker-3', 'workspaces', 'worker-2']));
    await page.getByTestId('tour-begin').click();
    await page.getByText('step 1 of 6').waitFor();
    await settled(async () => assert.deepEqual(await choices(), ['', 'nodes', '']));
    await page.getByTestId('tour-happen').click();
    await page.getByTestId('tour-again').waitFor();
    await page.getByTestId('queue').locator('tr.pointed').waitFor();
    // A choice during a step ends with it.
    await filter.selectOption('worker-3');
    await page.getByTestId('tour-next').click();
    await page.getByText('step 2 of 6').waitFor();
    await settled(async () => assert.deepEqual(await choices(), ['', 'nodes', '']));
    await rest(page);
    await page.getByTestId('tour-end').click();
    await page.getByTestId('tour-begin').waitFor();
    await settled(async () => assert.deepEqual(await choices(), ['worker-3', 'workspaces', 'worker-2']));
  },
);

browserTest(
  'on a phone, the text of a step stays in view above the row of its GPR',
  { scenario: 'demo', paused: true, viewport: { width: 390, height: 844 } },
  async ({ page, go }) => {
    await go('#/tour');
    await page.getByTestId('tour-begin').click();
    await page.getByTestId('tour-happen').click();
    await page.getByTestId('tour-again').waitFor();
    await settled(async () => {
      const text = (await page.getByTestId('tour-text').boundingBox())!;
      const row = (await page.getByTestId('queue').locator('tr.pointed').boundingBox())!;
      assert.ok(text.y >= 0 && row.y > text.y + text.height && row.y + row.height <= 844);
    });
  },
);

browserTest(
  'other scenarios and other roles have no tour',
  { scenario: 'quiet', paused: true },
  async ({ page, go }) => {
    await go('#/tour');
    await page.getByText('The tour is for Owners, in the scenario demo.').waitFor();
    await settled(async () => assert.equal(await page.getByRole('link', { name: 'Tour' }).count(), 0));
  },
);
