// The dashboards without a browser, which the benchmark of the server uses, send the requests of the real one.

import assert from 'node:assert/strict';
import { Watcher } from '../../bench/dashboard/watcher.ts';
import { browserTest, settled } from './browser.ts';

const PATHS = [
  '/api/v1/slice-workspace/list',
  '/sim/branches',
  '/sim/state',
  '/sim/clock/stream',
  '/sim/gprs',
  '/sim/gantt',
  '/sim/series',
];

/** Without the instants and without the width of the charts, which depends on fonts. */
function shape(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search.replace(/\b(from|to|pixels|points)=\d+/g, '$1');
}

browserTest(
  'a dashboard without a browser sends the requests of a real one',
  { scenario: 'demo', speed: 10_000 },
  async ({ page, server }, t) => {
    const sent = new Set<string>();
    const original = globalThis.fetch;
    t.mock.method(globalThis, 'fetch', (url: string, init: RequestInit) => {
      sent.add(shape(url));
      return original(url, init);
    });
    const failures: Error[] = [];
    const watcher = await Watcher.open(server.url, server.apiKey, (error) => failures.push(error));
    t.after(() => watcher.close());

    const asked = new Set<string>();
    page.on('request', (request) => asked.add(shape(request.url())));
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
