// Measures GPRs per second of the engine, with hash and measures, against a bare loop of the same rules: for `million` and
// for other loads and policies. Building the worlds is not measured.

import type { Simulation } from '../../sim/index.ts';
import { BareLoop } from '../bare/loop.ts';
import { mustAgree, type Outcome, outcomeOf } from '../bare/outcome.ts';
import { type Measured, measure, summed } from '../measuring/measure.ts';
import type { Entry, Row } from '../measuring/row.ts';
import { millionOf, type Variant } from './load.ts';
import { taskOf } from './task-of.ts';

interface Load extends Variant {
  readonly name: string;
  readonly isQuick: boolean;
}

/**
 * With 1,000 ms between arrivals the clusters are just full; with 1,250 few GPRs wait; with 800 the queues grow to the end.
 * Half of the GPRs may evict, unless `evictsMilli` gives another share, in thousandths.
 */
const LOADS: readonly Load[] = [
  { name: 'engine moderate', isQuick: true, count: 1e5, gapMs: 1250 },
  { name: 'engine overloaded', isQuick: true, count: 1e5, gapMs: 800 },
  { name: 'engine few evictors', isQuick: false, count: 1e5, gapMs: 800, evictsMilli: 100 },
  { name: 'engine few workspaces', isQuick: false, count: 1e5, workspaces: 2_000 },
  { name: 'engine greedy', isQuick: true, count: 1e5, queue: 'greedy' },
];

export const engine: Entry = async ({ quick }) => {
  const rows = [await againstBareLoop('engine 1e5', { count: 1e5 }, quick ? 3 : 7)];
  if (!quick) rows.push(await againstBareLoop('engine 1e6', { count: 1e6 }, 3));
  const rounds = quick ? 1 : 7;
  for (const { name, isQuick, ...variant } of LOADS) {
    if (isQuick || !quick) rows.push(await againstBareLoop(name, variant, rounds));
  }
  rows.push(await againstStrict('engine backfill', { count: 1e5 }, 'backfill', rounds));
  return rows;
};

async function againstBareLoop(name: string, variant: Variant, rounds: number): Promise<Row> {
  const scenario = millionOf(variant);
  const subject = taskOf(scenario);
  // Keep one instance at all times; otherwise V8 discards the compiled code together with the last one.
  let bare = new BareLoop(scenario);
  let outcome: Outcome | undefined;
  const measured = await measure(
    subject.task,
    {
      prepare: () => {
        bare = new BareLoop(scenario);
      },
      run: () => {
        outcome = bare.run();
      },
      check: () => mustAgree(outcomeOf(subject.world()), outcome!),
    },
    { rounds, runs: 1 },
  );
  return rowOf(name, variant, measured, subject.world(), 'engine ÷ bare loop');
}

async function againstStrict(name: string, variant: Variant, queue: string, rounds: number): Promise<Row> {
  const subject = taskOf(millionOf({ ...variant, queue }));
  const strict = taskOf(millionOf({ ...variant, queue: 'strict' }));
  const measured = await measure(subject.task, strict.task, { rounds, runs: 1 });
  return rowOf(name, variant, measured, subject.world(), `${queue} ÷ strict`);
}

function rowOf(
  name: string,
  { count }: Variant,
  { subjectMs, referenceMs, ratios }: Measured,
  world: Simulation,
  ratioOf: string,
): Row {
  const { seq, hash } = world.clock();
  return {
    name,
    value: count / (subjectMs / 1000),
    reference: count / (referenceMs / 1000),
    unit: 'GPRs/s',
    ratioOf,
    ...summed(ratios),
    notes: { facts: seq, 'facts/s': Math.round(seq / (subjectMs / 1000)), hash },
  };
}
