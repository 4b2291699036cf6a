// Words that a newcomer may not know are explained at the pointer, by keyboard, by touch and to screen readers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { knownPolicies } from '../../../sim/index.ts';
import { assertFits, attributeIs, browserTest, countIs, settled } from '../browser.ts';

/** In the browser. */
declare function getComputedStyle(of: unknown, pseudo: string): { content: string; position: string };

/** The focus shows the meaning, within the screen; the title has it for the pointer and as the description. */
async function assertExplained(word: Locator, meaning: string): Promise<void> {
  const page = word.page();
  const shown = () => word.evaluate((of) => getComputedStyle(of, '::after').content);
  await page.evaluate('document.activeElement?.blur()');
  assert.equal(await shown(), 'none');
  await word.focus();
  assert.equal(await shown(), JSON.stringify(meaning));
  await attributeIs(word, 'title', meaning);
  assert.equal(await word.evaluate((of) => getComputedStyle(of, '::after').position), 'fixed');
  await assertFits(page);
}

test('the glossary begins with the explanation of each policy', () => {
  const glossary = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8');
  for (const { name, summary } of Object.values(knownPolicies()).flat())
    assert.ok(glossary.includes(`| \`${name}\` | ${summary}`), name);
});

browserTest(
  'policies, states, reasons and figures are explained, and no count of reasons is cut, at each width',
  { scenario: 'demo', paused: true, advance: '30h' },
  async ({ page, part, go, ask }) => {
    const button = (of: Locator, name: string) => of.getByRole('button', { name });
    const summary = page.getByRole('region', { name: 'What matters now' });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await go('#/');
      for (const [word, meaning] of [
        [button(summary, 'strict'), 'starts no GPR before one that is ahead of it in the queue'],
        [button(summary, 'best-fit'), 'takes the nodes with the fewest free GPUs'],
        [button(part('queue'), 'priority'), 'takes the GPR of the highest priority first, then the oldest'],
        [summary.getByRole('button', { name: /^\d+ run/ }), 'Successful: the GPR runs'],
        [
          button(part('queue-reasons'), 'behind a head'),
          'behind a head: a blocked GPR ahead of it keeps the GPUs of the pool',
        ],
      ] as const)
        await assertExplained(word, meaning);
      await go('#/cluster/worker-1');
      await assertExplained(
        button(part('subject-totals'), 'Wait p95'),
        '95 % of the waits are at most as long',
      );
    }

    await go('#/');
    const { waits } = await ask('GET', '/sim/state');
    const expected = Object.values(waits).filter((count) => Number(count) > 0).length;
    assert.ok(expected >= 3);
    const buttons = part('queue-reasons').getByRole('button');
    await buttons.nth(expected - 1).waitFor();
    for (const width of [390, 1280, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const panel = (await part('queue').boundingBox())!;
      await countIs(buttons, expected);
      for (const one of await buttons.all()) {
        const [text, shown] = await one.evaluate((of) => [of.scrollWidth, of.clientWidth]);
        await settled(async () =>
          assert.ok(text! <= shown!, `${await one.textContent()}: ${shown} of ${text} px at ${width} px`),
        );
        const { x, width: own } = (await one.boundingBox())!;
        assert.ok(x >= panel.x && x + own <= panel.x + panel.width, `at ${width} px`);
      }
    }
  },
);

browserTest(
  'during an advance, the bar states that the panels follow',
  { scenario: 'million', paused: true },
  async ({ page, ask, click, fill }) => {
    const pace = page.locator('.pace');
    await pace.getByText('paused').waitFor();
    await fill('jump-by', '10d');
    await click('jump');
    await pace.getByText(/^advancing( \d+ %)?, panels follow$/).waitFor();
    await ask('PUT', '/sim/clock', { mode: 'paused' });
    await pace.getByText('paused', { exact: true }).waitFor();
    await countIs(page.getByText('panels follow'), 0);
  },
);
