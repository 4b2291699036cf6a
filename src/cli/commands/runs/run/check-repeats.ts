// Checks that policies of one's own are pure: a second run must record the same facts.

import { Simulation } from '../../../../../sim/index.ts';
import { CommandFailure } from '../../../../arguments/command-failure.ts';
import { doneOf, partsOf } from '../../../../driver/run-parts.ts';
import { modulesOf, whyImpure } from '../../../../modules/impure-runs.ts';
import { Exit, ProgramEnd } from '../../../support/process/exit.ts';
import type { LongWork } from '../../../support/process/long-work.ts';

/** Repeats a finished run if it has policies of one's own. @throws CommandFailure if the facts differ, or on a signal */
export async function checkRepeats(finished: Simulation, untilMs: number, work: LongWork): Promise<void> {
  const { scenario } = finished;
  const modules = modulesOf(scenario.scheduler);
  if (modules.length === 0) return;
  const again = new Simulation(scenario);
  work.begin({ what: 'repeating', counts: 'events' });
  for (const isLast of partsOf(again, untilMs)) {
    again.dropFacts();
    if (isLast) break;
    const { events, nowMs } = again;
    const signal = await work.poll({ count: events, simMs: nowMs, done: doneOf(again, untilMs) });
    if (signal !== undefined) throw new ProgramEnd(Exit[signal], 'ended before the run was repeated');
  }
  work.end();
  const [first, second] = [finished, again].map((simulation) => simulation.clock().hash);
  if (first !== second) throw new CommandFailure(whyImpure(modules, first, second));
}
