// node test/dashboard/pictures.ts: makes the pictures of the documents, of the same world at the same instant each time.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import type { ListedGpr } from '../../src/api/sim/answers.ts';
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
  const views = [
    ['overview-light', '#/'],
    ['gpr', `#/gpr/${oldest.gprId}`],
    ['node', `#/node/${NODE}`],
    ['what-if', `#/what-if?changes=${encodeURIComponent(JSON.stringify([AWAY]))}&until=%2B12h`],
  ];
  const blank = await browser.newPage();
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1440, height: 900 } });
    await page.goto(`${server.url}/#key=${server.apiKey}`);
    for (const [name, hash] of colorScheme === 'dark' ? [['overview-dark', '#/']] : views) {
      await page.goto(`${server.url}/${hash}`);
      await page.waitForTimeout(SETTLE_MS);
      // The heading of a place has the focus, which a user of a mouse does not see.
      await page.evaluate('document.activeElement.blur()');
      writeFileSync(join(FOLDER, `${name}.webp`), await asWebp(blank, await page.screenshot()));
    }
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}

/** Chromium writes WebP of quality 1 without loss; its files are smaller than PNG. */
async function asWebp(blank: Page, png: Buffer) {
  const url = await blank.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 1);
  })()`);
  return Buffer.from(String(url).split(',')[1]!, 'base64');
}
