// How far estimates could be trusted, over HTTP: who may ask, and what is counted while the world goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crowded } from '../../support/asked-again.ts';
import { Client } from '../client.ts';
import { memoryWorld } from '../memory-world.ts';

test('all may ask; the metrics count the same answers once, by how far ahead the start was foreseen', async () => {
  const client = new Client(memoryWorld(crowded));
  const owner = await client.as('Owner');
  const viewer = await client.as('Viewer', 'blue');
  /** Horizon → answers, by how the GPR started, those that are overdue, and the sum of the errors of the others, s. */
  const scraped = async () => {
    const text = await (await client.app.request('/metrics')).text();
    const counts: Record<string, Record<string, number>> = {};
    for (const [, horizon, how = 'errors', count] of text.matchAll(
      /^gprsim_estimate_\w+_total\{horizon="(\w+)"(?:,started="(\w+)")?\} (\S+)$/gm,
    ))
      counts[horizon] = { ...counts[horizon], [how]: Number(count) };
    for (const [, horizon, count] of text.matchAll(
      /^gprsim_estimate_answers_overdue\{horizon="(\w+)"\} (\S+)$/gm,
    ))
      counts[horizon] = { ...counts[horizon], overdue: Number(count) };
    return counts;
  };
  let isOverdue = false;
  let isOver = false;
  for (const hours of [20, 1, 30]) {
    await owner.advance(`${hours}h`);
    const { estimates } = await owner.get('/sim/estimates');
    assert.deepEqual((await viewer.get('/sim/estimates')).estimates, estimates);
    assert.ok(estimates.answers > 0);
    const counts = await scraped();
    for (const one of estimates.horizons) {
      const { horizon, answers, overdue, exact, earlier, later, meanErrorMs } = one;
      const started: Record<string, number> = {
        exact: 0,
        earlier: 0,
        later: 0,
        errors: 0,
        ...counts[horizon],
      };
      assert.equal(started.overdue, overdue, horizon);
      started.later += overdue;
      for (const [how, share] of Object.entries({ exact, earlier, later }))
        assert.equal(started[how], Math.round(answers * share), `${horizon} ${how}`);
      const more = answers * meanErrorMs - started.errors * 1000;
      assert.ok(overdue > 0 ? more > 0 : Math.abs(more) < 1, horizon);
      isOverdue ||= overdue > 0;
      isOver ||= answers > 0 && overdue === 0;
    }
  }
  assert.ok(isOverdue && isOver);
});
