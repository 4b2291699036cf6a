// The places of the page by the rules of axe: labels, roles, contrasts.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { assertFits, browserTest } from './browser.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** `rule: selector` of each violation. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = (await page.evaluate('axe.run()')) as {
    violations: { id: string; nodes: { target: string[] }[] }[];
  };
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

const WHAT_IF = `#/what-if?changes=${encodeURIComponent('[{"scheduler":{"queue":"greedy"}}]')}`;

const views = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

for (const view of views) {
  const name = `places have labels and contrast, and fit into ${view.viewport.width} pixels, ${view.colorScheme}`;
  browserTest(
    name,
    { scenario: 'demo', paused: true, advance: '4h', ...view },
    async ({ page, go, ask, click, see, press }) => {
      await ask('POST', '/sim/rewind', { to: '2026-01-05T11:00:00Z' });
      const { gprs } = await ask('GET', '/sim/gprs?limit=1000');
      const ended = gprs.at(-1).gprId;
      const places: readonly (readonly [string, string, string?])[] = [
        ['#/', 'utilization'],
        ['#/gprs', 'gprs'],
        [`#/gpr/${gprs[0].gprId}`, 'gpr-log'],
        [`#/gpr/${ended}`, 'gpr-log'],
        ['#/node/worker-1-a2-highgpu-8g-2', 'down-times'],
        ['#/workspace/team-yellow', 'attempts'],
        ['#/cluster/worker-1', 'attempts'],
        ['#/workspaces', 'workspaces'],
        ['#/nodes?sort=-utilization', 'nodes'],
        ['#/clusters', 'clusters'],
        ['#/create', 'create-gpr'],
        ['#/resources/workspaces', 'resource-workspaces'],
        ['#/resources/policies', 'resource-policies'],
        ['#/resources/placements', 'save-placements', 'create-placements'],
        ['#/world', 'export'],
        ['#/events', 'event'],
        ['#/events?gpr=quest-4', 'found-gprs'],
        [WHAT_IF, 'what-if-sentence'],
        ['#/what-if', 'ask-priority'],
        ['#/what-if?find=help', 'helps'],
        [`${WHAT_IF}&futures=everything`, 'what-if-workspaces'],
        ['#/branches?compare=1', 'what-if-sentence'],
        ['#/?at=2026-01-05T10:00:00Z', 'past'],
        ['#/world', 'save-faults', 'inject-fault'],
      ];
      await page.evaluate(axe);
      for (const [hash, shown, pressed] of places) {
        await go(hash);
        if (pressed !== undefined) await click(pressed);
        await see(shown);
        assert.deepEqual(await violations(page), [], hash);
        await assertFits(page, hash);
        if (pressed !== undefined) await press('Escape');
      }
    },
  );
}
