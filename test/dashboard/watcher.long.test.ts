// The dashboards without a browser, which the benchmark of the server uses, send the requests of the real one.

import assert from 'node:assert/strict';
import { Watcher } from '../../bench/dashboard/watcher.ts';
import { browserTest, settled } from './browser.ts';
import { onRead } from './reads.ts';

const PATHS = [
  '/api/v1/slice-workspace/list',
  '/sim/branches',
  '/sim/state',
  '/sim/clock/stream',
  '/sim/gprs',
  '/sim/totals/workspaces',
  '/sim/gantt',
  '/sim/series',
];

/** Without the instants and without the width of the charts, which depends on fonts. */
function shape({ pathname, search }: URL): string {
  return pathname + search.replace(/\b(from|to|pixels|points)=\d+/g, '$1');
}

browserTest(
  'a dashboard without a browser sends the requests of a real one',
  { scenario: 'demo', speed: 10_000 },
  async ({ page, server }, t) => {
    const sent = new Set<string>();
    const original = globalThis.fetch;
    t.mock.method(globalThis, 'fetch', (url: string, init: RequestInit) => {
      const { paths = [url] }: { paths?: string[] } = JSON.parse(String(init.body ?? '{}'));
      for (const path of paths) sent.add(shape(new URL(path, url)));
      return original(url, init);
    });
    const failures: Error[] = [];
    const watcher = await Watcher.open(server.url, server.apiKey, (error) => failures.push(error));
    t.after(() => watcher.close());

    const asked = new Set<string>();
    onRead(page, (url) => asked.add(shape(url)));
    await page.reload();
    const compared = (shapes: Set<string>) =>
      [...shapes].filter((text) => PATHS.includes(text.split('?')[0])).sort();
    const isComplete = () =>
      watcher.readingsMs.length > 2 && watcher.changes > 0 && compared(asked).length >= PATHS.length;
    await settled(async () => assert.ok(isComplete()));
    watcher.close();
    assert.deepEqual(failures, []);
    assert.deepEqual(compared(sent), compared(asked));
    assert.equal(compared(sent).length, PATHS.length);
  },
);
