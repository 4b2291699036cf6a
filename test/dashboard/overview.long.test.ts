import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start } from '../../src/library/start.ts';
import { asker, browserTest, hasBrowser, launched, settled } from './browser.ts';

const paused = { scenario: 'demo', paused: true };
const KEY = '11111111-2222-4333-8444-555555555555';

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (let i = 0; i < 400; i++) {
    if (await isSo()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail(what);
}

browserTest('what is wrong with a jump is reported at its field', paused, async ({ page }) => {
  const heightOf = async () => (await page.locator('.bar').boundingBox())!.height;
  const height = await heightOf();
  await page.getByTestId('jump-by').fill('1 hour');
  await page.getByTestId('jump').click();
  await page
    .locator('.jump')
    .getByRole('alert')
    .getByText('“Jump by” must be a duration such as 2h30m, but is "1 hour"', { exact: true })
    .waitFor();
  assert.equal(await page.getByTestId('jump-by').getAttribute('aria-invalid'), 'true');
  // It is over with another text, and on another place. A long one moves nothing.
  const why = page.locator('.jump').getByText('must be a duration');
  const isOver = async () => {
    await why.waitFor({ state: 'detached' });
    assert.equal(await page.getByTestId('jump-by').getAttribute('aria-invalid'), 'false');
  };
  await page.getByTestId('jump-by').fill('1m');
  await isOver();
  await page.getByTestId('jump-by').fill('x'.repeat(99));
  await page.getByTestId('jump').click();
  await why.waitFor();
  assert.equal(await heightOf(), height);
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await isOver();
});

browserTest(
  'keys control the clock, but not while a control has the focus',
  paused,
  async ({ page, ask }) => {
    const clock = () => ask('GET', '/sim/clock');
    await page.getByTestId('jump-by').focus();
    await page.keyboard.press('j');
    await settled(async () => assert.equal(await page.getByTestId('jump-by').inputValue(), '1hj'));
    await page.getByTestId('jump-by').blur();
    await page.keyboard.press('j');
    await until(async () => (await clock()).nowMs === 3_600_000, 'j jumps by one hour');
    await page.keyboard.press('s');
    await until(async () => (await clock()).nowMs > 3_600_000, 's runs to the next event');
    await page.keyboard.press('+');
    await until(async () => (await clock()).speed === 10, '+ sets the next speed');
    await until(async () => (await page.getByTestId('speed').inputValue()) === '10', 'the page shows it');
    await page.keyboard.press('-');
    await until(async () => (await clock()).speed === 1, '- sets the speed before');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Run to the next event').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByTestId('keys').blur();
    await until(async () => (await page.getByTestId('speed').inputValue()) === '1', 'the page shows it');
    await until(() => page.evaluate('document.activeElement === document.body'), 'no control has the focus');
    await page.keyboard.press('Space');
    await until(async () => (await clock()).mode === 'running', 'space lets the clock run');
  },
);

browserTest('a load other than that of the scenario is shown', paused, async ({ page, ask }) => {
  const load = page.getByTestId('load');
  await settled(async () => assert.equal(await load.count(), 0));
  await ask('PUT', '/sim/workload', { arrivalRate: 1.2 });
  await load.getByText('1.2', { exact: true }).waitFor();
});

browserTest('the queue has the true order, and shows why a GPR waits', paused, async ({ page, ask }) => {
  await ask('POST', '/sim/clock/advance', { by: '6h' });
  const { gprs, total } = await ask('GET', '/sim/gprs?state=Queued');
  const rows = page.getByTestId('queue').locator('tbody tr');
  await until(async () => (await rows.count()) === total, 'all queued GPRs');
  const names = await rows.locator('a.name').allTextContents();
  assert.deepEqual(
    names,
    gprs.map(({ gprName }: { gprName: string }) => gprName),
  );
  await rows.nth(3).hover();
  // The server names GPRs by their ids, the page by their names.
  const ids = /gpr-[0-9a-f]{8}-[0-9a-f]{4}/g;
  let text = gprs[3].why as string;
  for (const id of text.match(ids) ?? [])
    text = text.replace(id, (await ask('GET', `/sim/gprs?name=${id}`)).gprs[0].gprName);
  await page.getByTestId('why').getByText(text).waitFor();
});

browserTest('a wrong key is refused, and signing out forgets the key', paused, async ({ page, server }) => {
  await page.getByTestId('sign-out').click();
  await page.getByLabel('API key').fill('00000000-0000-4000-8000-000000000000');
  await page.getByTestId('sign-in').click();
  await page
    .getByRole('alert')
    .getByText('The server does not know this key, or the key has expired. The server prints')
    .waitFor();
  await page.getByLabel('API key').fill(server.apiKey);
  await page.keyboard.press('Enter');
  await page.getByTestId('nodes').waitFor();
  assert.ok(!page.url().includes(server.apiKey));
  await page.reload();
  await page.getByTestId('nodes').waitFor();
});

browserTest(
  'a reset and an import by another client are followed',
  paused,
  async ({ page, server: { url, apiKey }, ask }) => {
    const { token } = await ask('POST', '/api/v1/auth', { apiKey });
    const headers = { Authorization: `Bearer ${token}` };
    await ask('POST', '/sim/clock/advance', { by: '3h' });
    await page.getByText('3h after the start').waitFor();
    const names = () => page.getByTestId('queue').locator('tbody a').allTextContents();
    const before = await names();
    assert.ok(before.length > 0);
    const body = await (await fetch(`${url}/sim/export`, { headers })).arrayBuffer();

    await ask('POST', '/sim/reset', {});
    await page.getByText('0s after the start').waitFor();
    await until(async () => (await names()).length === 0, 'the queue of the start is empty');

    assert.equal((await fetch(`${url}/sim/import`, { method: 'POST', headers, body })).status, 200);
    await page.getByText('3h after the start').waitFor();
    await until(async () => (await names()).join() === before.join(), 'the queue of the file');
  },
);

test('a lost connection is reported, and a server that returns is followed', {
  skip: !hasBrowser && 'no Chromium',
}, async (t) => {
  const options = { scenario: 'demo', paused: true, apiKey: KEY } as const;
  const server = await start(options);
  const browser = await launched();
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${server.url}/#key=${KEY}`);
  await page.getByTestId('nodes').waitFor();
  await server.close();
  await page.getByTestId('lost').waitFor();

  // Another world: its tokens have another secret.
  const again = await start({ ...options, listen: new URL(server.url).host });
  t.after(() => again.close());
  await page.getByTestId('lost').waitFor({ state: 'detached' });
  const ask = await asker(again);
  await ask('POST', '/sim/clock/advance', { by: '4h' });
  await page.getByText('4h after the start').waitFor();
});
