// What the report of a backtest is about.

import { ENGINE_VERSION, type Scenario, type TraceReport } from '../../../../../sim/index.ts';
import type { ScenarioFlags } from '../../../../arguments/flag-values.ts';
import { flagWord, policyWord } from '../../../../modules/given.ts';
import type { About } from '../../../../report/page/page-frame.ts';
import { repeatingCommand } from '../../../support/runs/repeating-command.ts';
import { tracesAbout } from '../../../support/runs/trace-reports.ts';
import { loadText, type TraceFlags, traceValues } from '../../../support/runs/what-runs.ts';
import { VERSION } from '../../../support/version.ts';

export interface BacktestFlags extends TraceFlags, ScenarioFlags {
  readonly until?: string;
  readonly ask?: string;
  readonly sample: number;
  readonly samples: number;
  readonly report?: string;
  readonly csv?: string;
  readonly module?: readonly string[];
}

export function aboutBacktest(
  name: string | undefined,
  flags: BacktestFlags,
  { scheduler, seed }: Scenario,
  traces: readonly TraceReport[],
  counts: string,
): About[] {
  const { queue, placement, order, backfillOrder, cycle } = scheduler;
  const command = repeatingCommand('backtest', name === undefined ? [] : [name], [
    ['--trace', flags.trace],
    ...Object.entries(traceValues(flags)),
    ['--queue', queue],
    ['--placement', flagWord(placement)],
    ['--order', flagWord(order)],
    ['--backfill-order', flagWord(backfillOrder)],
    ...(flags.module ?? []).map((path) => ['--module', flagWord(path)] as const),
    ['--cycle', cycle],
    ['--seed', `${seed}`],
    ['--load', loadText(flags.load)],
    ['--until', flags.until],
    ['--ask', flags.ask],
    ['--sample', `${flags.sample}`],
    ['--samples', `${flags.samples}`],
    ['--report', flags.report],
  ]);
  return [
    ...tracesAbout(traces),
    ['seed', `${seed}`],
    [
      'policies',
      `queue ${queue}, placement ${policyWord(placement)}, order ${policyWord(order)}, behind a blocked GPR ${policyWord(backfillOrder)}`,
    ],
    ['cycles', `one for each ${cycle}`],
    ['questions', counts],
    ['by', `gprsim ${VERSION}, engine ${ENGINE_VERSION}`],
    ['again', command, true],
  ];
}
