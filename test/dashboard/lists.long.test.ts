// The list of GPRs is a query over all GPRs of the world, also of those that have left memory.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import demo from '../../fixtures/scenarios/demo.json' with { type: 'json' };
import type { AttemptRecord, GprPage, ListedGpr } from '../../src/api/sim/answers.ts';
import { span } from '../../src/looks/span.ts';
import { browserTest, countIs, settled, textIs, textsAre } from './browser.ts';

/** Most ended GPRs leave memory. */
const scenario = { ...demo, keepEnded: 20 };

browserTest(
  'the longest waits of a time are those of all GPRs, with their sum, a bar each, and a file of all pages',
  { scenario, paused: true, advance: '36h', viewport: { width: 1440, height: 900 } },
  async ({ page, part, go, ask, see }) => {
    const { counts, clock } = await ask('GET', '/sim/state');
    const all: ListedGpr[] = [];
    for (let total = 1; all.length < total; ) {
      const answer: GprPage = await ask('GET', `/sim/gprs?estimates=false&limit=1000&offset=${all.length}`);
      all.push(...answer.gprs);
      total = answer.total;
    }
    assert.ok(all.length > 500);
    assert.ok(counts.Complete <= 20, 'the counts of ended GPRs cover memory only');

    // Until now if it is queued, else until its first start, or its end without one.
    const starts = new Map<string, number>();
    const listed: AttemptRecord[] = [];
    for (let total = 1; listed.length < total; ) {
      const answer = await ask('GET', `/sim/attempts?sort=start&limit=1000&offset=${listed.length}`);
      listed.push(...answer.attempts);
      total = answer.total;
    }
    for (const { gprId, startedAt } of listed.toReversed()) starts.set(gprId!, Date.parse(startedAt));
    const waits = all
      .map(({ gprId, gprName, state, createdAt, endedAt }) => {
        const until =
          (state === 'Queued' ? undefined : starts.get(gprId!)) ?? Date.parse(endedAt ?? clock.now);
        return [gprName, until - Date.parse(createdAt)] as const;
      })
      .sort(([, a], [, b]) => b - a);
    await go('#/gprs?sort=-waited');
    const rows = part('gprs').locator('tbody tr');
    const cells = (column: number) => rows.locator(`td:nth-child(${column})`);
    await rows.nth(99).waitFor();
    const top = (texts: readonly string[]) => texts.slice(0, 10);
    await settled(async () => {
      assert.deepEqual(top(await cells(1).allTextContents()), top(waits.map(([name]) => String(name))));
      assert.deepEqual(top(await cells(9).allTextContents()), top(waits.map(([, ms]) => span(ms))));
    });
    await see('gprs', `${all.length.toLocaleString('en-US')} GPRs`);
    const gpus = all.reduce((sum, gpr) => sum + gpr.gpus, 0);
    await textIs(
      part('sum'),
      new RegExp(`^All ${all.length.toLocaleString('en-US')}${gpus.toLocaleString('en-US')} GPUsmean \\d`),
    );
    const length = await cells(9)
      .first()
      .evaluate((cell) => cell.getAttribute('style'));
    assert.match(length!, /--length: 70%/);

    // Within two hours: what had not ended before, and was created by then.
    const [from, to] = ['2026-01-06T08:00:00.000Z', '2026-01-06T10:00:00.000Z'];
    const within = all.filter(
      ({ createdAt, endedAt }) => createdAt < to && (endedAt === null || endedAt >= from),
    );
    assert.ok(within.length > 20 && within.length < all.length / 2);
    await go(`#/gprs?sort=-waited&range=${from}/${to}`);
    await textIs(part('sum').locator('td').first(), `All ${within.length}`);

    const [file] = await Promise.all([page.waitForEvent('download'), part('save-csv').click()]);
    const lines = readFileSync((await file.path())!, 'utf8')
      .trim()
      .split('\r\n');
    assert.match(lines[0]!, /^gprId,gprName,workspace,state,/);
    assert.deepEqual(
      lines
        .slice(1)
        .map((line) => line.split(',')[0])
        .sort(),
      within.map(({ gprId }) => gprId).sort(),
    );
    await part('whole-time').click();
    await see('gprs', `${all.length.toLocaleString('en-US')} GPRs`);

    await go('#/gprs?state=Queued');
    await countIs(rows, counts.Queued);
    const { gprs: queued }: GprPage = await ask('GET', '/sim/gprs?state=Queued');
    await textsAre(
      rows.locator('td:nth-child(3) .quiet', { hasText: 'of its pool' }),
      queued.map(({ position }) => ` no. ${position} of its pool`),
    );
  },
);
