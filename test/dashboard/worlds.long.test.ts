// The dashboard of a world beside the one at the root.

import assert from 'node:assert/strict';
import { browserTest, settled } from './browser.ts';

browserTest(
  'the dashboard of a world shows and moves only this world',
  { scenario: 'quiet', paused: true },
  async ({ server, ask, openAs }) => {
    const world = await server.world({ name: 'checkout-1', scenario: 'demo' });
    const user = await openAs(world.apiKey, world.url);
    assert.ok(user.page.url().startsWith(`${world.url}/`), user.page.url());
    await user.fill('jump-by', '2h');
    await user.click('jump');
    await user.see('clock', /10:00:00/);
    assert.equal((await ask('GET', '/worlds/checkout-1/sim/clock')).nowMs, 7_200_000);
    assert.equal((await ask('GET', '/sim/clock')).nowMs, 0);
    // A link of the page leads to a place of the same world.
    await user.go('#/events');
    await user.see('events');
    const owner = await openAs(server.apiKey, world.url);
    await owner.see('clock', /10:00:00/);
  },
);

browserTest(
  'a tab keeps keys by world: only an Owner key of the server is tried in another one',
  { scenario: 'demo', paused: true },
  async ({ page, server, part, go, ask, advance, click, see }) => {
    const world = await server.world({ name: 'checkout-1', scenario: 'demo' });
    // The Owner key of the server opens the world in the same tab.
    await page.goto(`${world.url}/`);
    await see('role');
    await advance('1h');
    await go('');
    await see('role');
    await page.goto(`${world.url}/`);
    await see('role');
    await settled(async () => assert.ok((await part('clock').textContent())!.includes('08:00:00')));
    await go('');

    // A key of a world is tried in no other one, and a key that does not open a world is no error.
    await click('sign-out');
    await page.getByLabel('API key').waitFor();
    await page.goto(`${world.url}/#key=${world.apiKey}`);
    await see('role');
    const tried: string[] = [];
    page.on('request', (request) => tried.push(request.url()));
    await go('');
    await page.getByLabel('API key').waitFor();
    assert.deepEqual(
      tried.filter((url) => url.includes('/auth')),
      [],
    );
    const { apiKey } = await ask('POST', '/api/v1/api-key', {
      name: 'e',
      userName: 'e',
      description: '',
      role: 'Editor',
      workspaceName: 'team-blue',
      validity: '2099-12-31',
    });
    await page.getByLabel('API key').fill(apiKey);
    await click('sign-in');
    await see('role');
    const other = await server.world({ name: 'checkout-2', scenario: 'quiet' });
    await page.goto(`${other.url}/`);
    await page.getByLabel('API key').waitFor();
    assert.equal(await page.getByRole('alert').textContent(), '');
    await page.goto(`${world.url}/`);
    await see('role');
  },
);

browserTest(
  'Owners list, create, open and delete the other worlds of the server, at its root only',
  { scenario: 'quiet', paused: true },
  async ({ page, server, part, go, ask, click, fill, see, gone }) => {
    await server.world({ name: 'first', scenario: 'demo', speed: 60 });
    await go('#/world');
    const table = part('resource-worlds');
    const row = (name: string) => table.locator(`[data-row="${name}"]`);
    assert.match((await row('first').textContent())!, /^firstdemo.*running, speed 60/);
    await click('create-worlds');
    await fill('field-name', 'second');
    await fill('field-from', 'third');
    await click('save-worlds');
    await page.getByText('third').last().waitFor();
    await fill('field-from', 'first');
    await fill('field-name', 'first');
    await click('save-worlds');
    await page.getByRole('alert').getByText('There is a world "first" already').waitFor();
    await fill('field-name', 'second');
    await click('save-worlds');
    await row('second').waitFor();
    assert.match((await row('second').textContent())!, /paused/);
    assert.match((await part('kept-text').textContent())!, /^\S{36}$/);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const { worlds } = await ask('GET', '/sim/worlds');
    assert.deepEqual(
      worlds.map(({ name }: { name: string }) => name),
      ['first', 'second'],
    );
    // A world that ends elsewhere leaves the table.
    await ask('DELETE', '/sim/worlds/first');
    await row('first').waitFor({ state: 'detached' });
    await row('second').getByRole('link').click();
    await page.waitForURL(`${server.url}/worlds/second/**`);
    await see('role');
    await page.goto(`${server.url}/worlds/second/#/world`);
    await see('resource-faults');
    assert.equal(await table.count(), 0);
    assert.match(await page.title(), /gprsim · second$/);
    await page.getByText('The worlds of the server').click();
    await row('second').getByTestId('delete-worlds').click();
    await click('confirm-delete-worlds');
    await table.getByText('There is no world.').waitFor();
    // The page of a world that is deleted shows it.
    await server.world({ name: 'third' });
    await page.goto(`${server.url}/worlds/third/`);
    await see('role');
    await ask('DELETE', '/sim/worlds/third');
    await see('lost', 'There is no world "third"');
    await ask('POST', '/sim/worlds', { name: 'third' });
    await gone('lost');
    await ask('DELETE', '/sim/worlds/third');
    assert.deepEqual((await ask('GET', '/sim/worlds')).worlds, []);
  },
);
