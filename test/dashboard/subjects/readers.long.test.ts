// The pages of subjects for readers of one workspace, of another branch, and of a deleted workspace.

import assert from 'node:assert/strict';
import { browserTest, countIs, textIs } from '../browser.ts';

const demo = { scenario: 'demo', paused: true };
const node = 'worker-1-a2-highgpu-8g-2';
const own = 'team-blue';

browserTest(
  'Viewers and Editors see no name of another workspace in the lists and on the pages, at an earlier instant, either',
  { ...demo, advance: '30h' },
  async ({ page: ownPage, ask, openFor }) => {
    await ownPage.close();
    const { workspaces } = await ask('GET', '/api/v1/slice-workspace/list');
    const others: string[] = workspaces
      .map(({ name }: { name: string }) => name)
      .filter((name: string) => name !== own);
    assert.ok(others.length > 10);
    for (const role of ['Viewer', 'Editor']) {
      const { page, part, go, see } = await openFor(role, own);
      for (const instant of ['', '?at=2026-01-05T15:10:00.000Z']) {
        for (const [hash, list] of [
          ['workspaces', 'workspaces'],
          [`node/${node}`, 'attempts'],
          ['cluster/worker-1', 'attempts'],
          [`workspace/${own}`, 'attempts'],
        ] as const) {
          await go(`#/${hash}${instant}`);
          await part(list).locator('tbody tr').first().waitFor();
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
          await go(`#/workspace/${name}${instant}`);
          await see('workspace', 'Your API key does not open this workspace');
          await textIs(part('workspace'), 'Your API key does not open this workspace. All workspaces');
        }
      }
    }
  },
);

browserTest(
  'the pages of subjects follow a rewind and a switch of the branch; a deleted workspace has its past for an Owner only',
  { ...demo, advance: '12h' },
  async ({ page, part, go, ask, advance, see, seeText, openFor }) => {
    const startedOf = async (query: string) => (await ask('GET', `/sim/totals?${query}`)).gprs.started;
    const seeStarted = (count: number) =>
      part('subject-totals')
        .locator('div', { has: page.getByText('Started', { exact: true }) })
        .getByText(String(count), { exact: true })
        .waitFor();
    for (const [place, name] of [
      ['node', node],
      ['workspace', own],
      ['cluster', 'worker-1'],
    ]) {
      const later = await startedOf(`${place}=${name}`);
      await go(`#/${place}/${name}`);
      await seeStarted(later);
      await ask('POST', '/sim/rewind', { to: '2026-01-05T10:00:00Z' });
      const earlier = await startedOf(`${place}=${name}`);
      assert.ok(earlier < later);
      await seeStarted(earlier);
      await ask('POST', '/sim/branches/1/switch');
      await seeStarted(later);
    }

    await ask('DELETE', '/api/v1/slice-workspace', { workspaceName: 'team-red' });
    await advance('10m');
    const { gprs } = await ask('GET', '/sim/totals?workspace=team-red');
    assert.ok(gprs.started > 3);
    assert.equal(gprs.queued, 0);
    await go('#/workspace/team-red');
    await seeText('only its past is shown');
    await seeStarted(gprs.started);
    await see('attempt-ended');
    await countIs(part('attempt-running'), 0);
    const editor = await openFor('Editor', own);
    await editor.go('#/workspace/team-red');
    await editor.see('workspace', 'does not open this workspace');
    for (const name of ['subject-totals', 'attempts']) await countIs(editor.part(name), 0);
  },
);
