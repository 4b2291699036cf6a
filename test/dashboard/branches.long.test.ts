// The page while other clients go back in time, change between branches and delete them.

import assert from 'node:assert/strict';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { answerOf, browserTest, settled } from './browser.ts';

const PATIENCE_MS = 20_000;
const PLACES = ['#/', '#/gprs', '#/resources'];

/** What a place shows: texts, and of the canvases what their elements state. Without the notice and the width of a pixel. */
async function contentOf(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const main = document.querySelector('main').cloneNode(true);
    for (const unread of main.querySelectorAll('[role=status]')) unread.remove();
    const clock = document.querySelector('[data-testid=clock]').innerText;
    const canvas = document.querySelector('.gantt-view canvas');
    const labels = [...document.querySelectorAll('main [aria-label]')].map((of) => of.ariaLabel);
    return [clock, main.innerText, JSON.stringify(canvas?.dataset ?? {}), ...labels].join('\\n');
  })()`);
}

/** Waits until the open page shows what a page shows that is loaded now. */
async function assertFresh(open: Page, fresh: Page): Promise<void> {
  await fresh.reload();
  await fresh.getByTestId('role').waitFor();
  let shown = ['', ' '];
  for (const until = performance.now() + PATIENCE_MS; shown[0] !== shown[1]; await sleep(100)) {
    if (performance.now() > until) assert.equal(shown[0], shown[1]);
    shown = await Promise.all([contentOf(open), contentOf(fresh)]);
  }
}

const nowOf = (page: Page) => page.getByTestId('clock').locator('.now').getAttribute('datetime');

browserTest(
  'at full speed, the page follows rewinds, switches and deletions by another client',
  { scenario: 'demo', speed: 3_600 },
  async ({ page, ask, openAs, server }) => {
    await ask('POST', '/sim/clock/advance', { by: '10h' });
    await settled(async () => assert.equal(await page.getByTestId('branch').count(), 0));
    const fresh = await openAs(server.apiKey);
    for (const [i, place] of PLACES.entries()) {
      await page.goto(`${server.url}/${place}`);
      await fresh.goto(`${server.url}/${place}`);
      const { branch: left } = await ask('GET', '/sim/clock');
      await ask('PUT', '/sim/clock', { mode: 'running' });
      await sleep(500);
      const { branch } = await ask('POST', '/sim/rewind', { to: `2026-01-05T${11 + i}:00:00Z` });
      const name = page.getByTestId('branch');
      await name.getByText(`branch ${branch}`, { exact: true }).waitFor();
      await settled(async () =>
        assert.match((await name.getAttribute('title'))!, /^rewind to 2026-01-05T1\d:00:00.000Z$/),
      );
      await page.getByText(`Branch ${branch} is shown now: the clock went from`).waitFor();
      await sleep(500);
      await ask('PUT', '/sim/clock', { mode: 'paused' });
      await assertFresh(page, fresh);
      await ask('POST', `/sim/branches/${left}/switch`);
      await name.getByText(`branch ${left}`, { exact: true }).waitFor();
      await assertFresh(page, fresh);
      await ask('DELETE', `/sim/branches/${branch}`);
      await name.waitFor({ state: 'detached' });
      await assertFresh(page, fresh);
    }
  },
);

const queued = {
  gprName: 'only in one branch',
  sliceName: 'team-blue',
  clusterName: 'worker-1',
  instanceType: 'a2-highgpu-8g',
  gpuShape: 'NVIDIA-A100-SXM4-40GB',
  numberOfGPUs: 8,
  numberOfGPUNodes: 3,
  priority: 1,
  exitDuration: '1h',
};

browserTest(
  'the page of a GPR that the branch lacks reports this, and shows the GPR again after the switch back',
  { scenario: 'demo', paused: true },
  async ({ page, ask, go, openAs, server }) => {
    await ask('POST', '/sim/clock/advance', { by: '6h' });
    const { gprId } = await ask('POST', '/api/v1/gpr', queued);
    await ask('POST', '/sim/clock/advance', { by: '30m' });
    await go(`#/gpr/${gprId}`);
    const gpr = page.getByTestId('gpr');
    await gpr.getByText('only in one branch').first().waitFor();
    await ask('POST', '/sim/rewind', { to: '2026-01-05T12:00:00Z' });
    await gpr.getByText(`: ${gprId}.`).waitFor();
    await settled(async () => assert.equal(await page.getByTestId('gpr-estimates').count(), 0));
    const fresh = await openAs(server.apiKey);
    await fresh.goto(`${server.url}/#/gpr/${gprId}`);
    await assertFresh(page, fresh);

    // With the same requests at the same instants, another GPR has the same id.
    await ask('POST', '/sim/clock/advance', { to: '2026-01-05T14:00:00Z' });
    const again = await ask('POST', '/api/v1/gpr', { ...queued, gprName: 'another one' });
    assert.equal(again.gprId, gprId);
    await gpr.getByText('another one').first().waitFor();
    await assertFresh(page, fresh);
    await ask('POST', '/sim/branches/1/switch');
    await gpr.getByText('only in one branch').first().waitFor();
    await page.getByTestId('gpr-estimates').waitFor();
    await assertFresh(page, fresh);
  },
);

browserTest(
  'a chosen window, a selected bar and filters of another branch do not stay',
  { scenario: 'demo', paused: true },
  async ({ page, ask, go, openAs, server }) => {
    await ask('POST', '/sim/clock/advance', { by: '1d' });
    await ask('POST', '/api/v1/slice-workspace', {
      workspaceName: 'late',
      clusters: ['worker-1'],
      namespaces: ['late'],
      username: 'late',
      email: 'late@example.com',
    });
    const fresh = await openAs(server.apiKey);
    await go('#/');
    await page.locator('canvas[data-at="86400000"]').waitFor();
    await page.locator('.gantt-view').focus();
    for (const key of ['Shift+ArrowLeft', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await page.locator('.tooltip').waitFor();
    await ask('POST', '/sim/rewind', { to: '2026-01-05T10:00:00Z' });
    await page.locator('.tooltip').waitFor({ state: 'detached' });
    await page.locator('[data-testid=follow-now][aria-pressed=true]').waitFor();
    await assertFresh(page, fresh);

    await ask('POST', '/sim/branches/1/switch');
    await page.getByTestId('branch').getByText('branch 1', { exact: true }).waitFor();
    await go('#/gprs');
    await page.getByTestId('filter-workspace').selectOption('late');
    await page.getByText('No GPR matches.').waitFor();
    await ask('POST', '/sim/rewind', { to: '2026-01-05T10:00:00Z' });
    await page.locator('[data-testid=gprs] tbody tr').first().waitFor();
    await settled(async () => assert.equal(await page.getByTestId('filter-workspace').inputValue(), ''));
    await fresh.goto(`${server.url}/#/gprs`);
    await assertFresh(page, fresh);
  },
);

browserTest(
  'no chart of another branch is shown, also if its answer comes late',
  { scenario: 'demo', paused: true },
  async ({ page, ask, openAs, server }) => {
    await ask('POST', '/sim/clock/advance', { by: '6h' });
    const canvases = page.locator('.gantt-view canvas').first();
    await page.locator('canvas[data-at="21600000"]').waitFor();
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let requests = 0;
    await page.route('**/sim/gantt?*', async (route) => {
      const number = Math.min(requests++, 1);
      const response = await answerOf(route);
      held[number].resolve();
      await gates[number].promise;
      await route.fulfill({ response });
    });
    await held[0].promise;
    await settled(async () => assert.ok(await canvases.isVisible()));
    await ask('POST', '/sim/rewind', { to: '2026-01-05T10:00:00Z' });
    await page.getByTestId('branch').getByText('branch 2', { exact: true }).waitFor();
    await canvases.waitFor({ state: 'hidden' });
    gates[0].resolve();
    await page.getByTestId('queue').getByText('at Mon 10:00:00').waitFor();
    await held[1].promise;
    await sleep(500);
    await settled(async () => assert.ok(await canvases.isHidden()));
    gates[1].resolve();
    await page.locator('canvas[data-at="7200000"]').waitFor();
    await assertFresh(page, await openAs(server.apiKey));
  },
);

browserTest(
  'Editors see the number of the branch, and are signed out of a branch that lacks their workspace',
  { scenario: 'quiet', paused: true },
  async ({ ask, openAs }) => {
    await ask('POST', '/sim/clock/advance', { by: '2h' });
    await ask('POST', '/api/v1/slice-workspace', {
      workspaceName: 'late',
      clusters: ['worker-1'],
      namespaces: ['late'],
      username: 'late',
      email: 'late@example.com',
    });
    const { apiKey } = await ask('POST', '/api/v1/api-key', {
      name: 'late',
      userName: 'late',
      description: '',
      role: 'Editor',
      workspaceName: 'late',
      validity: '2099-12-31',
    });
    await ask('POST', '/sim/clock/advance', { by: '1h' });
    const page = await openAs(apiKey);
    await settled(async () => assert.equal(await page.getByTestId('branch').count(), 0));
    await ask('POST', '/sim/rewind', { to: '2026-01-05T10:30:00Z' });
    await page.getByTestId('branch').getByText('branch 2', { exact: true }).waitFor();
    await ask('POST', '/sim/rewind', { to: '2026-01-05T09:00:00Z' });
    await page.getByTestId('sign-out').waitFor({ state: 'detached' });
    await settled(async () => assert.equal(await page.getByTestId('clock').count(), 0));
  },
);

browserTest(
  'a page whose connections break during a rewind or a switch shows the new branch afterwards',
  { scenario: 'demo', speed: 3_600 },
  async ({ ask, server, openAs }, t) => {
    const proxy = await breakingProxy(new URL(server.url).port);
    t.after(proxy.close);
    const page = await openAs(server.apiKey, proxy.url);
    const fresh = await openAs(server.apiKey);
    await ask('POST', '/sim/clock/advance', { by: '8h' });
    for (const path of ['/sim/rewind', '/sim/branches/1/switch', '/sim/reset']) {
      await ask('PUT', '/sim/clock', { mode: 'running' });
      await sleep(400);
      const asked = ask('POST', path, path === '/sim/rewind' ? { to: '2026-01-05T10:00:00Z' } : undefined);
      proxy.breakAll();
      const { branch } = await asked;
      await sleep(50);
      proxy.breakAll();
      await page.getByTestId('branch').getByText(`branch ${branch}`, { exact: true }).waitFor();
      await ask('PUT', '/sim/clock', { mode: 'paused' });
      await assertFresh(page, fresh);
      assert.equal(await nowOf(page), (await ask('GET', '/sim/clock')).now);
    }
  },
);

/** A proxy of a port that can break all connections. */
async function breakingProxy(port: string) {
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    const to = connectTo(Number(port), '127.0.0.1');
    for (const end of [socket, to]) {
      sockets.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        sockets.delete(end);
        socket.destroy();
        to.destroy();
      });
    }
    socket.pipe(to);
    to.pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address() as { port: number };
  const breakAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const close = () => {
    breakAll();
    proxy.close();
  };
  return { url: `http://127.0.0.1:${address.port}`, breakAll, close };
}
