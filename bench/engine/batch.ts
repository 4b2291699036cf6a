// Measures jobs per second of a log of a batch machine under each queue policy, with facts, hash and measures, against `strict`;
// and the time to read the log, against its simulation. A log is as one of a machine that is used for 60 % of its time.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Dice, type Scenario, Stream } from '../../sim/index.ts';
import { scenarioOf } from '../../src/scenario/load.ts';
import { type Measured, measure, summed, type Task } from '../measuring/measure.ts';
import type { Entry, Row } from '../measuring/row.ts';
import { type Subject, taskOf } from './task-of.ts';

const PROCESSORS = 128;

interface Policy {
  readonly name: string;
  readonly queue: string;
  readonly backfillOrder?: string;
}

const STRICT: Policy = { name: 'strict', queue: 'strict' };
const POLICIES: readonly Policy[] = [
  { name: 'backfill', queue: 'backfill' },
  { name: 'backfill shortest', queue: 'backfill', backfillOrder: 'shortest' },
  { name: 'conservative', queue: 'conservative' },
];

export const batch: Entry = async ({ quick }) => {
  const jobs = quick ? 1e5 : 1e6;
  const size = quick ? '1e5' : '1e6';
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-bench-'));
  try {
    const log = join(folder, 'log.swf');
    writeFileSync(log, logOf(jobs));
    const rounds = quick ? 1 : 3;
    const strict = taskOf(scenarioOfLog(log, STRICT));
    const rows: Row[] = [];
    for (const policy of POLICIES) {
      const subject = taskOf(scenarioOfLog(log, policy));
      const measured = await measure(subject.task, strict.task, { rounds, runs: 1 });
      rows.push(rowOf(`batch ${policy.name} ${size}`, jobs, measured, subject, `${policy.name} ÷ strict`));
    }
    const read: Task = { run: () => scenarioOfLog(log, STRICT) };
    const measured = await measure(read, strict.task, { rounds, runs: 1 });
    return [...rows, rowOf(`batch read ${size}`, jobs, measured, strict, 'reading ÷ strict')];
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Jobs with 1 to 128 processors, mostly powers of two, that mostly run for a part of the requested time. */
function logOf(jobs: number): string {
  const dice = new Dice(42, Stream.provisioning);
  const lines = ['; MaxProcs: 128'];
  let submit = 0;
  for (let job = 1; job <= jobs; job++) {
    const draw = (what: number) => dice.draw(job, what) / 2 ** 32;
    const processors = draw(0) < 0.8 ? 2 ** Math.floor(draw(1) * draw(2) * 8) : 1 + Math.floor(draw(1) * 32);
    const requested = 60 * (1 + Math.floor(draw(3) ** 4 * 2000));
    const run = 1 + Math.floor(requested * draw(4) ** 2);
    submit += Math.floor(draw(5) * draw(6) * 3900);
    const fields = [job, submit, 0, run, processors, -1, -1, processors, requested, -1, 1];
    lines.push([...fields, 1 + Math.floor(draw(7) * 100), 1, 1, 1, 1, -1, -1].join(' '));
  }
  return `${lines.join('\n')}\n`;
}

function scenarioOfLog(log: string, { queue, backfillOrder = 'same' }: Policy): Scenario {
  const content = {
    name: 'batch',
    start: '2026-01-05T00:00:00Z',
    scheduler: { queue, backfillOrder, cycle: 'event' },
    workload: [{ kind: 'swf', log, processors: String(PROCESSORS) }],
  };
  const loaded = scenarioOf(content, 'batch', { now: () => 0 });
  if (!loaded.ok) throw new Error(loaded.problems.map(({ message }) => message).join('; '));
  return loaded.scenario;
}

function rowOf(
  name: string,
  jobs: number,
  { subjectMs, referenceMs, ratios }: Measured,
  subject: Subject,
  ratioOf: string,
): Row {
  const { seq, hash } = subject.world().clock();
  const { waitMsMean, utilization } = subject.world().measures.summary();
  return {
    name,
    value: jobs / (subjectMs / 1000),
    reference: jobs / (referenceMs / 1000),
    unit: 'jobs/s',
    ratioOf,
    ...summed(ratios),
    notes: {
      facts: seq,
      'wait s': Math.round((waitMsMean ?? 0) / 1000),
      'used %': Math.round(100 * (utilization ?? 0)),
      hash,
    },
  };
}
