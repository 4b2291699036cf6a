// What the report of a backtest is about.

import { ENGINE_VERSION, type Scenario, type TraceReport } from '../../../../../sim/index.ts';
import type { ScenarioFlags } from '../../../../arguments/flag-values.ts';
import type { About } from '../../../../report/page/page-frame.ts';
import { aboutScenario, type RepeatedFlags, repeatedOptions } from '../../../support/runs/about-scenario.ts';
import { repeatingCommand } from '../../../support/runs/repeating-command.ts';
import { VERSION } from '../../../support/version.ts';

export interface BacktestFlags extends RepeatedFlags, ScenarioFlags {
  readonly ask?: string;
  readonly sample: number;
  readonly samples: number;
  readonly report?: string;
  readonly csv?: string;
}

export function aboutBacktest(
  name: string | undefined,
  flags: BacktestFlags,
  scenario: Scenario,
  traces: readonly TraceReport[],
  counts: string,
): About[] {
  const command = repeatingCommand('backtest', name === undefined ? [] : [name], [
    ...repeatedOptions(flags, scenario),
    ['--ask', flags.ask],
    ['--sample', `${flags.sample}`],
    ['--samples', `${flags.samples}`],
    ['--report', flags.report],
  ]);
  return [
    ...aboutScenario(scenario, traces),
    ['questions', counts],
    ['by', `gprsim ${VERSION}, engine ${ENGINE_VERSION}`],
    ['again', command, true],
  ];
}
