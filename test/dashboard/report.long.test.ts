// Reports in a real browser: nothing important is beside the window, and the script unpacks the numbers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gprsim, temporaryFolder } from '../cli/gprsim.ts';
import { csvIn } from '../report/page.ts';
import { hasBrowser, launched, settled } from './browser.ts';

test('a narrow screen shows the verdicts of targets, a wide one all figures, and opened numbers are CSV', {
  skip: hasBrowser ? false : 'no Chromium',
}, async (t) => {
  const file = join(temporaryFolder(t), 'page.html');
  const args = [
    'compare',
    'demo',
    '--until',
    '6h',
    '--queue',
    'strict,backfill',
    '--seeds',
    '1..3',
    '--vary',
    '/clusters/0/nodes/0/count=3..6',
    '--target',
    'p95(wait)<30m',
    '--report',
    file,
  ];
  assert.equal(gprsim(args).status, 0);
  const browser = await launched();
  t.after(() => browser.close());
  const faults: string[] = [];
  const open = async (width: number) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(pathToFileURL(file).href);
    return page;
  };
  const narrow = await open(390);
  const verdicts = narrow.locator('#targets tbody td:nth-child(3)');
  await settled(async () => assert.equal(await verdicts.count(), 8));
  const box = (await verdicts.first().boundingBox())!;
  assert.ok(box.x + box.width < 390, `the verdict ends at ${box.x + box.width}`);
  const wide = await open(1440);
  const scroll = wide.locator('#figures .scroll');
  assert.ok(
    await scroll.evaluate((element) => element.scrollWidth <= element.clientWidth),
    'columns are cut',
  );
  await wide.locator('#utilization summary').click();
  const pre = wide.locator('#utilization pre.csv:not(.packed)');
  await pre.waitFor();
  await settled(async () =>
    assert.equal(await pre.textContent(), csvIn(readFileSync(file, 'utf8'), 'utilization')[0]),
  );
  const chart = wide.locator('svg.gantt').first();
  await chart.scrollIntoViewIfNeeded();
  const plot = (await chart.boundingBox())!;
  const tip = wide.locator('.tip');
  let text = '';
  // Points along the first row, until one has a bar.
  for (let i = 0; i < 200 && text === ''; i++) {
    await wide.mouse.move(plot.x + plot.width * (0.17 + i / 250), plot.y + 12);
    if (await tip.isVisible()) text = (await tip.textContent())!;
  }
  assert.match(text, /^gpr-[0-9a-f-]+ of .+, priority \d+\n\d GPUs? of worker-1-/);
  const shown = () =>
    chart.locator('svg.plot').evaluate((element) => element.getAttribute('viewBox')!.split(' ').map(Number));
  const whole = (await shown())[2];
  await wide.getByRole('button', { name: 'Zoom in' }).first().click();
  assert.equal((await shown())[2], whole / 2);
  await wide.getByRole('button', { name: 'Show all' }).first().click();
  assert.equal((await shown())[2], whole);
  const at = (share: number) => [plot.x + plot.width * share, plot.y + 12] as const;
  await wide.mouse.move(...at(0.4));
  await wide.mouse.down();
  await wide.mouse.move(...at(0.6));
  await wide.mouse.up();
  assert.ok((await shown())[2] < whole / 3, 'a drag zooms');
  assert.deepEqual(faults, []);
});
