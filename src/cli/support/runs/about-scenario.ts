// What the reports of single scenarios have in common: what was simulated, and the options that repeat it.

import type { Scenario, TraceReport } from '../../../../sim/index.ts';
import { flagWord, policyWord } from '../../../modules/given.ts';
import type { About } from '../../../report/page/page-frame.ts';
import { tracesAbout } from './trace-reports.ts';
import { loadData, loadText, type TraceFlags, traceValues } from './what-runs.ts';

export interface RepeatedFlags extends TraceFlags {
  readonly until?: string;
  readonly load?: number | undefined;
  readonly module?: readonly string[];
}

/** Options with their values; undefined = not given. */
export function repeatedOptions(
  flags: RepeatedFlags,
  { scheduler, seed }: Scenario,
): (readonly [option: string, value: string | undefined])[] {
  const { queue, placement, order, backfillOrder, cycle } = scheduler;
  return [
    ['--trace', flags.trace],
    ...Object.entries(traceValues(flags)),
    ['--queue', queue],
    ['--placement', flagWord(placement)],
    ['--order', flagWord(order)],
    ['--backfill-order', flagWord(backfillOrder)],
    ...(flags.module ?? []).map((name) => ['--module', flagWord(name)] as const),
    ['--cycle', cycle],
    ['--seed', `${seed}`],
    ['--load', loadText(flags.load)],
    ['--until', flags.until],
  ];
}

export function aboutScenario(scenario: Scenario, traces: readonly TraceReport[]): About[] {
  const { queue, placement, order, backfillOrder, cycle } = scenario.scheduler;
  const { load } = loadData(scenario);
  return [
    ['scenario', scenario.name],
    ...tracesAbout(traces),
    ['seed', `${scenario.seed}`],
    ...(load === undefined ? [] : [['load', `${load} × the arrivals of the scenario`] as const]),
    [
      'policies',
      `queue ${queue}, placement ${policyWord(placement)}, order ${policyWord(order)}, behind a blocked GPR ${policyWord(backfillOrder)}`,
    ],
    ['cycles', `one for each ${cycle}`],
  ];
}
