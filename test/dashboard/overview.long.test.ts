import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { start } from '../../src/library/start.ts';
import { asker, browserTest, hasBrowser, launched, settled } from './browser.ts';

const paused = { scenario: 'demo', paused: true };
const KEY = '11111111-2222-4333-8444-555555555555';
const now = (page: Page) => page.getByTestId('clock').locator('time').getAttribute('datetime');

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (let i = 0; i < 400; i++) {
    if (await isSo()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail(what);
}

browserTest('the clock steps, jumps, runs at a speed, and pauses', paused, async ({ page, ask }) => {
  await page.getByTestId('step').click();
  await until(async () => (await ask('GET', '/sim/clock')).nowMs > 0, 'a step moves the clock');
  const stepped = (await ask('GET', '/sim/clock')).nowMs;
  await page.getByTestId('jump-by').fill('2h');
  await page.getByTestId('jump').click();
  await until(
    async () => (await ask('GET', '/sim/clock')).nowMs === stepped + 7_200_000,
    'a jump of two hours',
  );

  await page.getByTestId('speed').selectOption('10000');
  await page.getByTestId('pause').click();
  await until(async () => (await ask('GET', '/sim/clock')).mode === 'running', 'it runs');
  const { speed } = await ask('GET', '/sim/clock');
  assert.equal(speed, 10_000);
  await until(
    async () => (await page.getByTestId('pause').textContent())!.includes('Pause'),
    'a button to pause',
  );
  const first = Date.parse((await now(page))!);
  await until(async () => Date.parse((await now(page))!) > first + 3_600_000, 'the page follows');
  await page.getByTestId('pause').click();
  await until(async () => (await ask('GET', '/sim/clock')).mode === 'paused', 'it is paused');
  const heightOf = async () => (await page.locator('.bar').boundingBox())!.height;
  const height = await heightOf();
  await page.getByTestId('jump-by').fill('1 hour');
  await page.getByTestId('jump').click();
  // What is wrong is reported at the field.
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

browserTest('a node fails and is repaired, and an evicting GPR takes GPUs', paused, async ({ page, ask }) => {
  const tile = page.locator('[data-node="worker-2-VM.GPU.A10.2-0"]');
  await tile.hover();
  await tile.getByTestId('fail-node').click();
  await page.getByTestId('confirm-fail').click();
  await tile.getByTestId('repair-node').waitFor({ state: 'attached' });
  await settled(async () => assert.match((await tile.textContent())!, /down/));
  await tile.hover();
  await tile.getByTestId('repair-node').click();
  await tile.getByTestId('fail-node').waitFor({ state: 'attached' });

  const request = (sliceName: string, priority: number) => ({
    gprName: `for-${sliceName}`,
    sliceName,
    clusterName: 'worker-2',
    instanceType: 'VM.GPU.A10.2',
    gpuShape: 'NVIDIA-A10',
    numberOfGPUs: 2,
    numberOfGPUNodes: 5,
    priority,
    exitDuration: '5h',
    enableEviction: true,
  });
  await ask('POST', '/api/v1/gpr', request('team-blue', 290));
  await ask('POST', '/sim/clock/advance', { by: '2m' });
  const held = (name: string) => page.getByTestId('nodes').locator(`a[title^="for-${name} "]`);
  await until(async () => (await held('team-blue').count()) === 10, 'all GPUs of the cluster');
  await ask('POST', '/api/v1/gpr', request('team-green', 300));
  await ask('POST', '/sim/clock/advance', { by: '2m' });
  await until(async () => (await held('team-green').count()) === 10, 'the eviction is shown');
  await settled(async () => assert.equal(await held('team-blue').count(), 0));
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
