// gprsim forecast where there is nothing to forecast, or nothing to draw from.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { words } from '../../support/words.ts';
import { gprsim, temporaryFolder } from '../gprsim.ts';

test('a forecast of a GPR that is not queued has one sentence with when it started or ended, and no table', (t) => {
  const db = join(temporaryFolder(t), 'run.gprsim');
  assert.equal(gprsim(words`run tiny --db ${db}`).status, 0);
  const gprs = gprsim(words`gprs ${db} --json`).stdout.trim().split('\n');
  const { gprId, startedAt, endedAt } = gprs
    .map((line) => JSON.parse(line))
    .find(({ gprName }) => gprName === 'evening-urgent');
  for (const [at, sentence] of [
    ['35m', `is Successful, so it has no forecast: it started at ${startedAt}; `],
    ['90m', `is Complete, so it has no forecast: it ended at ${endedAt}; `],
  ] as const) {
    const { status, stdout, stderr } = gprsim(words`forecast ${db} evening-urgent --at ${at} --samples
      10`);
    assert.equal(status, 0, stderr);
    const [now, who] = [stdout.slice(0, 24), `${gprId} ${sentence}gprsim explain has its history\n`];
    assert.equal(stdout, `${now}  ${who}`);
  }
  const none = gprsim(words`forecast ${db} --at 90m --samples 10`);
  assert.match(none.stdout, /^\S+ {2}no GPR is queued, so there is nothing to forecast\n$/);
  assert.deepEqual(gprsim(words`forecast ${db} evening-urgent --at 90m --json`).json.gprs, []);
});

test('a forecast from no ended GPR warns of its ranges, as does a what-if; an explanation points to it', (t) => {
  const db = join(temporaryFolder(t), 'run.gprsim');
  assert.equal(gprsim(words`run tiny --until 5m --db ${db}`).status, 0);
  const drawn =
    /10 futures drawn from the last 0 ended GPRs and 3 arrivals; warning: as none has ended, each GPR runs for its whole exit duration in them, so the ranges are not reliable/;
  assert.match(
    gprsim(['explain', db, 'morning-eval']).stdout,
    /^if nothing else happens, it starts at 2026-01-05T09:00:30\.000Z; gprsim forecast shows when it likely starts$/m,
  );
  const { stdout } = gprsim(words`forecast ${db} --samples 10`);
  assert.match(stdout, new RegExp(`^\\S+  1 queued GPR; ${drawn.source}\nGPR .* within 7d\n`));
  assert.match(gprsim(words`forecast ${db} morning-eval --samples 10`).stdout, drawn);
  assert.match(
    gprsim(['whatif', db, '--samples', '10', '--change', '{"scheduler": {"queue": "greedy"}}']).stdout,
    drawn,
  );
  assert.equal(gprsim(words`run tiny --until 40m --db ${db}.later`).status, 0);
  assert.match(
    gprsim(['forecast', `${db}.later`]).stdout,
    / 4 arrivals; warning: so few show little of run times and arrivals, so the ranges are not reliable\n/,
  );
});
