// The pages of subjects for readers of one workspace, of another branch, and of a deleted workspace.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { browserTest, type Opened, settled } from '../browser.ts';

const demo = { scenario: 'demo', paused: true };
const node = 'worker-1-a2-highgpu-8g-2';
const own = 'team-blue';
const at = '2026-01-05T15:10:00.000Z';

/** The page for a key of the workspace. */
async function openFor({ ask, openAs }: Opened, role: string, workspaceName = own): Promise<Page> {
  const { apiKey } = await ask('POST', '/api/v1/api-key', {
    name: role,
    userName: role,
    role,
    workspaceName,
    validity: '2099-12-31',
  });
  return openAs(apiKey);
}

for (const role of ['Viewer', 'Editor'])
  for (const instant of ['', `?at=${at}`])
    browserTest(
      `a${role === 'Editor' ? 'n' : ''} ${role} sees no name of another workspace in the lists and on the pages${instant && ', at an earlier instant, either'}`,
      { ...demo, viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
      async (opened) => {
        const { ask, server } = opened;
        await ask('POST', '/sim/clock/advance', { by: '30h' });
        const { workspaces } = await ask('GET', '/api/v1/slice-workspace/list');
        const others: string[] = workspaces
          .map(({ name }: { name: string }) => name)
          .filter((name: string) => name !== own);
        assert.ok(others.length > 10);
        const page = await openFor(opened, role);
        for (const [hash, testId] of [
          ['workspaces', 'workspaces'],
          [`node/${node}`, 'attempts'],
          ['cluster/worker-1', 'attempts'],
          [`workspace/${own}`, 'attempts'],
        ] as const) {
          await page.goto(`${server.url}/#/${hash}${instant}`);
          await page.getByTestId(testId).locator('tbody tr').first().waitFor();
          await page.getByText('Reading…').first().waitFor({ state: 'detached' });
          const html = String(await page.evaluate('document.body.outerHTML'));
          assert.deepEqual(
            others.filter((name) => new RegExp(`\\b${name}\\b`).test(html)),
            [],
            hash,
          );
          assert.ok(html.includes(own), hash);
        }
        // No figure of another workspace, and the same answer as for a workspace that does not exist.
        for (const name of ['team-red', 'nowhere']) {
          await page.goto(`${server.url}/#/workspace/${name}${instant}`);
          const shown = page.getByTestId('workspace');
          await shown.getByText('Your API key does not open this workspace').waitFor();
          await settled(async () =>
            assert.equal(
              (await shown.textContent())!,
              'Your API key does not open this workspace. All workspaces',
            ),
          );
        }
      },
    );

/** The figure of the page; waits until it is read. */
async function waitForFigure(page: Page, name: string, value: number): Promise<void> {
  const figure = page
    .getByTestId('subject-totals')
    .locator('div', { has: page.getByText(name, { exact: true }) });
  await figure.getByText(String(value), { exact: true }).waitFor();
}

browserTest('the pages of subjects follow a rewind and a switch of the branch', demo, async (opened) => {
  const { page, go, ask } = opened;
  await ask('POST', '/sim/clock/advance', { by: '12h' });
  const started = async (query: string) => (await ask('GET', `/sim/totals?${query}`)).gprs.started;
  const pages = [
    [`#/node/${node}`, `node=${node}`],
    [`#/workspace/${own}`, `workspace=${own}`],
    ['#/cluster/worker-1', 'cluster=worker-1'],
  ] as const;
  for (const [hash, query] of pages) {
    const later = await started(query);
    await go(hash);
    await waitForFigure(page, 'Started', later);
    await ask('POST', '/sim/rewind', { to: '2026-01-05T10:00:00Z' });
    const earlier = await started(query);
    assert.ok(earlier < later);
    await waitForFigure(page, 'Started', earlier);
    await ask('POST', '/sim/branches/1/switch');
    await waitForFigure(page, 'Started', later);
  }
});

browserTest(
  'the page of a deleted workspace has its past for an Owner, and nothing for an Editor of another workspace',
  demo,
  async (opened) => {
    const { page, go, ask, server } = opened;
    await ask('POST', '/sim/clock/advance', { by: '12h' });
    await ask('DELETE', '/api/v1/slice-workspace', { workspaceName: 'team-red' });
    await ask('POST', '/sim/clock/advance', { by: '10m' });
    const { gprs } = await ask('GET', '/sim/totals?workspace=team-red');
    assert.ok(gprs.started > 3);
    assert.equal(gprs.queued, 0);
    await go('#/workspace/team-red');
    await page.getByText('only its past is shown').waitFor();
    await waitForFigure(page, 'Started', gprs.started);
    await page.getByTestId('attempt-ended').first().waitFor();
    await settled(async () => assert.equal(await page.getByTestId('attempt-running').count(), 0));
    const editor = await openFor(opened, 'Editor');
    await editor.goto(`${server.url}/#/workspace/team-red`);
    await editor.getByTestId('workspace').getByText('does not open this workspace').waitFor();
    await settled(async () => assert.equal(await editor.getByTestId('subject-totals').count(), 0));
    await settled(async () => assert.equal(await editor.getByTestId('attempts').count(), 0));
  },
);
