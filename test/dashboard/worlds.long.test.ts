// The dashboard of a world beside the one at the root.

import assert from 'node:assert/strict';
import { browserTest, settled } from './browser.ts';

browserTest(
  'the dashboard of a world shows and moves only this world',
  { scenario: 'quiet', paused: true },
  async ({ server, openAs, ask }) => {
    const world = await server.world({ name: 'checkout-1', scenario: 'demo' });
    const page = await openAs(world.apiKey, world.url);
    assert.ok(page.url().startsWith(`${world.url}/`), page.url());
    await page.getByTestId('jump-by').fill('2h');
    await page.getByTestId('jump').click();
    await settled(async () =>
      assert.ok((await page.getByTestId('clock').textContent())!.includes('10:00:00')),
    );
    assert.equal((await ask('GET', '/worlds/checkout-1/sim/clock')).nowMs, 7_200_000);
    assert.equal((await ask('GET', '/sim/clock')).nowMs, 0);
    // A link of the page leads to a place of the same world.
    await page.goto(`${world.url}/#/events`);
    await page.getByTestId('events').waitFor();
    const owner = await openAs(server.apiKey, world.url);
    await settled(async () =>
      assert.ok((await owner.getByTestId('clock').textContent())!.includes('10:00:00')),
    );
  },
);

browserTest(
  'a tab keeps keys and advances by world: only an Owner key of the server is tried in another one',
  { scenario: 'demo', paused: true },
  async ({ page, server, go, ask }) => {
    const world = await server.world({ name: 'checkout-1', scenario: 'demo' });
    // The Owner key of the server opens the world in the same tab.
    await page.goto(`${world.url}/`);
    await page.getByTestId('role').waitFor();
    // What an advance of one world has left is not that of another one.
    await ask('POST', '/sim/clock/advance', { by: '1h' });
    await go('');
    await page.getByTestId('role').waitFor();
    await page.evaluate("sessionStorage.setItem('gprsim.advancing /', 'yes')");
    await page.goto(`${world.url}/`);
    await page.getByTestId('role').waitFor();
    await settled(async () =>
      assert.ok((await page.getByTestId('clock').textContent())!.includes('08:00:00')),
    );
    assert.equal(await page.getByTestId('notice').count(), 0);
    await go('');
    await page.getByText('The page was loaded again during an advance of the clock').waitFor();

    // A key of a world is tried in no other one, and a key that does not open a world is no error.
    await page.getByTestId('sign-out').click();
    await page.getByLabel('API key').waitFor();
    await page.goto(`${world.url}/#key=${world.apiKey}`);
    await page.getByTestId('role').waitFor();
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
    await page.getByTestId('sign-in').click();
    await page.getByTestId('role').waitFor();
    const other = await server.world({ name: 'checkout-2', scenario: 'quiet' });
    await page.goto(`${other.url}/`);
    await page.getByLabel('API key').waitFor();
    assert.equal(await page.getByRole('alert').textContent(), '');
    await page.goto(`${world.url}/`);
    await page.getByTestId('role').waitFor();
  },
);

browserTest(
  'Owners list, create, open and delete the other worlds of the server, at its root only',
  { scenario: 'quiet', paused: true },
  async ({ page, server, go, ask }) => {
    await server.world({ name: 'first', scenario: 'demo', speed: 60 });
    await go('#/world');
    const table = page.getByTestId('resource-worlds');
    const row = (name: string) => table.locator(`[data-row="${name}"]`);
    assert.match((await row('first').textContent())!, /^firstdemo.*running, speed 60/);
    await page.getByTestId('create-worlds').click();
    await page.getByTestId('field-name').fill('second');
    await page.getByTestId('field-from').fill('third');
    await page.getByTestId('save-worlds').click();
    await page.getByText('third').last().waitFor();
    await page.getByTestId('field-from').fill('first');
    await page.getByTestId('field-name').fill('first');
    await page.getByTestId('save-worlds').click();
    await page.getByRole('alert').getByText('There is a world "first" already').waitFor();
    await page.getByTestId('field-name').fill('second');
    await page.getByTestId('save-worlds').click();
    await row('second').waitFor();
    assert.match((await row('second').textContent())!, /paused/);
    assert.match((await page.getByTestId('notice').textContent())!, /Owner key \S{36}/);
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
    await page.getByTestId('role').waitFor();
    await page.goto(`${server.url}/worlds/second/#/world`);
    await page.getByTestId('resource-faults').waitFor();
    assert.equal(await table.count(), 0);
    assert.match(await page.title(), /gprsim · second$/);
    await page.getByText('The worlds of the server').click();
    await row('second').getByTestId('delete-worlds').click();
    await page.getByTestId('confirm-delete-worlds').click();
    await table.getByText('There is no world.').waitFor();
    // The page of a world that is deleted shows it.
    await server.world({ name: 'third' });
    await page.goto(`${server.url}/worlds/third/`);
    await page.getByTestId('role').waitFor();
    await ask('DELETE', '/sim/worlds/third');
    await page.getByTestId('lost').getByText('There is no world "third"').waitFor();
    await ask('POST', '/sim/worlds', { name: 'third' });
    await page.getByTestId('lost').waitFor({ state: 'detached' });
    await ask('DELETE', '/sim/worlds/third');
    assert.deepEqual((await ask('GET', '/sim/worlds')).worlds, []);
  },
);
