// The page while other clients go back in time, change between branches and delete them.

import assert from 'node:assert/strict';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import type { Page } from 'playwright-core';
import {
  answerOf,
  attributeIs,
  browserTest,
  countIs,
  drawn,
  type Opened,
  settled,
  type User,
  valueIs,
} from './browser.ts';
import { routeRead } from './reads.ts';

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

/** Waits until the open page shows what a page shows in which the place is opened now. */
async function assertFresh(open: User, fresh: User, place = '#/'): Promise<void> {
  await fresh.go(place);
  await fresh.see('role');
  await settled(async () => assert.equal(await contentOf(open.page), await contentOf(fresh.page)));
  await fresh.page.goto('about:blank');
}

const seeBranch = ({ part }: User, branch: number) =>
  part('branch').getByText(`branch ${branch}`, { exact: true }).waitFor();

/** Lets the clock run until the page shows a later instant. */
async function runFor({ ask, part }: Opened | (User & Pick<Opened, 'ask'>)): Promise<void> {
  const { now } = await ask('GET', '/sim/clock');
  await ask('PUT', '/sim/clock', { mode: 'running' });
  const time = part('clock').locator('.now');
  await settled(async () => assert.ok((await time.getAttribute('datetime'))! > now));
}

browserTest(
  'at full speed, the page follows rewinds, switches and deletions by another client, also if its connections break then',
  { scenario: 'demo', speed: 3_600, advance: '10h' },
  async (opened, t) => {
    const { part, go, ask, gone, seeText, openAs, server } = opened;
    await countIs(part('branch'), 0);
    const fresh = await openAs(server.apiKey);
    await fresh.page.goto('about:blank');
    for (const [i, place] of PLACES.entries()) {
      await go(place);
      const { branch: left } = await ask('GET', '/sim/clock');
      await runFor(opened);
      const { branch } = await ask('POST', '/sim/rewind', { to: `2026-01-05T${11 + i}:00:00Z` });
      await seeBranch(opened, branch);
      await settled(async () =>
        assert.match((await part('branch').getAttribute('title'))!, /^rewind to 2026-01-05T1\d:00:00.000Z$/),
      );
      await seeText(`Branch ${branch} is shown now: the clock went from`);
      await runFor(opened);
      await ask('PUT', '/sim/clock', { mode: 'paused' });
      await assertFresh(opened, fresh, place);
      await ask('POST', `/sim/branches/${left}/switch`);
      await seeBranch(opened, left);
      await assertFresh(opened, fresh, place);
      await ask('DELETE', `/sim/branches/${branch}`);
      await gone('branch');
      await assertFresh(opened, fresh, place);
    }

    await opened.page.close();
    const proxy = await breakingProxy(new URL(server.url).port);
    t.after(proxy.close);
    const behind = await openAs(server.apiKey, proxy.url);
    for (const path of ['/sim/rewind', '/sim/branches/1/switch', '/sim/reset']) {
      await runFor({ ...behind, ask });
      const asked = ask('POST', path, path === '/sim/rewind' ? { to: '2026-01-05T10:00:00Z' } : undefined);
      proxy.breakAll();
      const { branch } = await asked;
      await proxy.connected();
      proxy.breakAll();
      await seeBranch(behind, branch);
      await ask('PUT', '/sim/clock', { mode: 'paused' });
      await assertFresh(behind, fresh);
      const { now } = await ask('GET', '/sim/clock');
      assert.equal(await behind.part('clock').locator('.now').getAttribute('datetime'), now);
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

const late = {
  workspaceName: 'late',
  clusters: ['worker-1'],
  namespaces: ['late'],
  username: 'late',
  email: 'late@example.com',
};

browserTest(
  'neither a chart, a GPR, a window, a selected bar nor a filter of another branch stays; after the switch back, they are there',
  { scenario: 'demo', paused: true, advance: '6h' },
  async (opened) => {
    const { page, part, go, ask, advance, see, press, choose, seeText, openAs, server } = opened;
    const rewind = async (to: string) => seeBranch(opened, (await ask('POST', '/sim/rewind', { to })).branch);
    // The answers for the chart come late: those to the requests before the rewind, and those after it.
    const canvases = page.locator('.gantt-view canvas').first();
    await page.locator('canvas[data-at="21600000"]').waitFor();
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let requests = 0;
    const free = await routeRead(page, '/sim/gantt', async (route) => {
      const number = Math.min(requests++, 1);
      const response = await answerOf(route);
      held[number].resolve();
      await gates[number].promise;
      await route.fulfill({ response });
    });
    await advance('1m');
    await held[0].promise;
    await settled(async () => assert.ok(await canvases.isVisible()));
    await rewind('2026-01-05T10:00:00Z');
    await canvases.waitFor({ state: 'hidden' });
    gates[0].resolve();
    await see('clock', '10:00:00');
    await held[1].promise;
    await drawn(page);
    assert.ok(await canvases.isHidden());
    gates[1].resolve();
    await page.locator('canvas[data-at="7200000"]').waitFor();
    await free();
    const fresh = await openAs(server.apiKey);
    await fresh.page.goto('about:blank');
    await assertFresh(opened, fresh);

    // A GPR that the branch lacks.
    await ask('POST', '/sim/branches/1/switch');
    const { gprId } = await ask('POST', '/api/v1/gpr', queued);
    await advance('30m');
    await go(`#/gpr/${gprId}`);
    await see('gpr', 'only in one branch');
    await rewind('2026-01-05T12:00:00Z');
    await see('gpr', `: ${gprId}.`);
    await countIs(part('gpr-estimates'), 0);
    await assertFresh(opened, fresh, `#/gpr/${gprId}`);
    // With the same requests at the same instants, another GPR has the same id.
    await ask('POST', '/sim/clock/advance', { to: '2026-01-05T14:01:00Z' });
    const again = await ask('POST', '/api/v1/gpr', { ...queued, gprName: 'another one' });
    assert.equal(again.gprId, gprId);
    await see('gpr', 'another one');
    await assertFresh(opened, fresh, `#/gpr/${gprId}`);
    await ask('POST', '/sim/branches/1/switch');
    await see('gpr', 'only in one branch');
    await see('gpr-estimates');
    await assertFresh(opened, fresh, `#/gpr/${gprId}`);

    await ask('POST', '/api/v1/slice-workspace', late);
    const { nowMs } = await ask('GET', '/sim/clock');
    await go('#/');
    await page.locator(`canvas[data-at="${nowMs}"]`).waitFor();
    await page.locator('.gantt-view').focus();
    await press('Shift+ArrowLeft', 'ArrowRight', 'ArrowRight');
    await page.locator('.tooltip').waitFor();
    await rewind('2026-01-05T10:00:00Z');
    await page.locator('.tooltip').waitFor({ state: 'detached' });
    await attributeIs(part('follow-now'), 'aria-pressed', 'true');
    await assertFresh(opened, fresh);

    await ask('POST', '/sim/branches/1/switch');
    await seeBranch(opened, 1);
    await go('#/gprs');
    await choose('filter-workspace', 'late');
    await seeText('No GPR matches.');
    await rewind('2026-01-05T10:00:00Z');
    await part('gprs').locator('tbody tr').first().waitFor();
    await valueIs(part('filter-workspace'), '');
    await assertFresh(opened, fresh, '#/gprs');
  },
);

browserTest(
  'Editors see the number of the branch, and are signed out of a branch that lacks their workspace',
  { scenario: 'quiet', paused: true, advance: '2h' },
  async ({ ask, advance, openFor }) => {
    await ask('POST', '/api/v1/slice-workspace', late);
    const editor = await openFor('Editor', 'late');
    await advance('1h');
    await countIs(editor.part('branch'), 0);
    await ask('POST', '/sim/rewind', { to: '2026-01-05T10:30:00Z' });
    await seeBranch(editor, 2);
    await ask('POST', '/sim/rewind', { to: '2026-01-05T09:00:00Z' });
    await editor.gone('sign-out');
    await countIs(editor.part('clock'), 0);
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
  /** Resolves when there is a connection again. */
  const connected = () => settled(async () => assert.ok(sockets.size > 0));
  const close = () => {
    breakAll();
    proxy.close();
  };
  return { url: `http://127.0.0.1:${address.port}`, breakAll, connected, close };
}
