// Words that a newcomer may not know are explained at the pointer, by keyboard, by touch and to screen readers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { knownPolicies } from '../../../sim/index.ts';
import { browserTest, settled } from '../browser.ts';

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
  await settled(async () => assert.equal(await word.getAttribute('title'), meaning));
  assert.equal(await word.evaluate((of) => getComputedStyle(of, '::after').position), 'fixed');
  const wide = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  assert.ok(wide <= 0, `${wide} px too wide`);
}

test('the glossary begins with the explanation of each policy', () => {
  const glossary = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8');
  for (const { name, summary } of Object.values(knownPolicies()).flat())
    assert.ok(glossary.includes(`| \`${name}\` | ${summary}`), name);
});

for (const width of [390, 1440])
  browserTest(
    `policies, states, reasons and figures are explained, at ${width} px`,
    { scenario: 'demo', paused: true, viewport: { width, height: 900 } },
    async ({ page, ask, go }) => {
      await ask('POST', '/sim/clock/advance', { by: '30h' });
      await page.getByTestId('clock').getByText('1d 6h after the start').waitFor();
      const summary = page.getByRole('region', { name: 'Inventory' });
      await assertExplained(
        summary.getByRole('button', { name: 'strict' }),
        'starts no GPR before one that is ahead of it in the queue',
      );
      await assertExplained(
        summary.getByRole('button', { name: 'best-fit' }),
        'takes the nodes with the fewest free GPUs',
      );
      await assertExplained(
        page.getByTestId('queue').getByRole('button', { name: 'priority' }),
        'takes the GPR of the highest priority first, then the oldest',
      );
      await assertExplained(summary.getByRole('button', { name: 'Successful' }), 'the GPR runs');
      await assertExplained(
        page.getByTestId('queue-reasons').getByRole('button', { name: 'behind a head' }),
        'behind a head: a blocked GPR ahead of it keeps the GPUs of the pool',
      );
      await go('#/cluster/worker-1');
      await assertExplained(
        page.getByTestId('subject-totals').getByRole('button', { name: 'Wait p95' }),
        '95 % of the waits are at most as long',
      );
    },
  );
