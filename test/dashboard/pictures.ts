// node test/dashboard/pictures.ts: makes the pictures of the documents, of the same world at the same instant each time.

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ListedGpr } from '../../src/control/answers.ts';
import { start } from '../../src/library/start.ts';
import { asker, launched } from './browser.ts';

const FOLDER = resolve(import.meta.dirname, '../../docs/pictures');
const SETTLE_MS = 3_000;
const NODE = 'worker-1-a2-highgpu-8g-2';
const AWAY = { method: 'POST', path: `/sim/nodes/worker-1/${NODE}/down`, body: { repairAfter: '4h' } };

const server = await start({ scenario: 'demo', paused: true });
const browser = await launched();
try {
  mkdirSync(FOLDER, { recursive: true });
  const ask = await asker(server);
  await ask('POST', '/sim/clock/advance', { by: '6h20m' });
  const { gprs } = await ask('GET', '/sim/gprs?state=Queued');
  const [oldest] = gprs.toSorted(
    (a: ListedGpr, b: ListedGpr) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1440, height: 900 } });
    await page.goto(`${server.url}/#key=${server.apiKey}`);
    for (const [name, hash] of [
      ['overview', '#/'],
      ['gpr', `#/gpr/${oldest.gprId}`],
      ['node', `#/node/${NODE}`],
      ['what-if', `#/what-if?changes=${encodeURIComponent(JSON.stringify([AWAY]))}&until=%2B12h`],
    ]) {
      await page.goto(`${server.url}/${hash}`);
      await page.waitForTimeout(SETTLE_MS);
      await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) });
    }
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
