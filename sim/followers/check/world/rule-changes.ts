// Checks facts about changed rules. The checker knows no queue policies, so policies in force make no difference to it.

import { ARRIVAL_RATE_MILLI } from '../../../language/scenario.ts';
import type { CheckedScenario, Report, Rules } from '../check-report.ts';

export function rulesOfChanges(
  report: Report,
  scenario: CheckedScenario,
): Rules<'schedulerChanged' | 'workloadChanged'> {
  const { from, to } = ARRIVAL_RATE_MILLI;
  const generates = scenario.workload.some(({ kind }) => kind === 'generated');
  return {
    schedulerChanged() {},
    workloadChanged({ arrivalRate }) {
      if (!generates) report.object('the arrival rate changed; expected a scenario that generates arrivals');
      if (!(Number.isInteger(arrivalRate) && arrivalRate >= from && arrivalRate <= to))
        report.object(`the arrival rate is ${arrivalRate} thousandths; expected ${from} to ${to}`);
    },
  };
}
