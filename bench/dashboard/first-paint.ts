// Measures how soon Chromium shows the dashboard, against a page that has only a text. Every load has an empty cache.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { median, summed } from '../measuring/measure.ts';
import type { Row } from '../measuring/row.ts';
import { rounded } from '../server/rounds.ts';
import { Subject } from '../server/subject.ts';
import { withBrowser } from './browser.ts';

/** Simulated time before the dashboard is opened, so that GPRs wait. */
const RUN = '30h';
const PATIENCE_MS = 20_000;
const PLAIN =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">' +
  '<title>plain</title></head><body><p>A page that has only this text.</p></body></html>';

/** Sets `loaded` to a promise of a `Load`; it is shown at the first frame with this condition. */
const lookingFor = (condition: string) => `
  globalThis.loaded = new Promise((resolve, reject) => {
    let shownMs;
    const look = () => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      if (${condition}) shownMs ??= performance.now();
      if (shownMs !== undefined && paint !== undefined) resolve({ paintMs: paint.startTime, shownMs });
      else if (performance.now() > ${PATIENCE_MS}) reject(new Error('the page stays incomplete: ' + document.title));
      else requestAnimationFrame(look);
    };
    look();
  });`;
const HAS_TEXT = `document.querySelector('p')`;
const HAS_WORLD = ['[data-testid="finding"]', '[data-testid="queue"] tbody tr']
  .map((selector) => `document.querySelector('${selector}')`)
  .join(' && ');

/** ms since the navigation. */
interface Load {
  readonly paintMs: number;
  readonly shownMs: number;
}

interface Round {
  readonly dashboard: Load;
  readonly plain: Load;
}

export async function paintRow(quick: boolean): Promise<Row> {
  const subject = await Subject.serve(['demo', '--paused', '--db', ':memory:']);
  const plain = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(PLAIN);
  });
  try {
    await subject.ask('POST', '/sim/clock/advance', { by: RUN });
    await once(plain.listen(0, '127.0.0.1'), 'listening');
    const plainUrl = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/`;
    return await withBrowser(async (browser) => {
      const round = async (): Promise<Round> => ({
        dashboard: await load(browser, `${subject.url}/#key=${subject.apiKey}`, HAS_WORLD),
        plain: await load(browser, plainUrl, HAS_TEXT),
      });
      await round();
      const rounds: Round[] = [];
      for (let i = 0; i < (quick ? 3 : 11); i++) rounds.push(await round());
      return rowOf(rounds);
    });
  } finally {
    plain.closeAllConnections();
    plain.close();
    await subject.stop();
  }
}

/** Loads a page in a new profile. */
async function load(browser: Browser, url: string, condition: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript({ content: lookingFor(condition) });
    await page.goto(url);
    return await page.evaluate<Load>('globalThis.loaded');
  } finally {
    await context.close();
  }
}

function rowOf(rounds: readonly Round[]): Row {
  return {
    name: 'dashboard first paint',
    value: median(rounds.map(({ dashboard }) => dashboard.paintMs)),
    reference: median(rounds.map(({ plain }) => plain.paintMs)),
    unit: 'ms',
    ratioOf: 'dashboard ÷ plain page',
    ...summed(rounds.map(({ dashboard, plain }) => dashboard.paintMs / plain.paintMs)),
    notes: {
      'figures and queue shown ms': rounded(median(rounds.map(({ dashboard }) => dashboard.shownMs))),
    },
  };
}
