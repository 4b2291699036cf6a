// Checks that policies of one's own are pure: a second run must record the same facts.

import { isOwnName, Simulation } from '../../../../../sim/index.ts';
import { CommandFailure } from '../../../../arguments/command-failure.ts';
import { doneOf, partsOf } from '../../../../driver/run-parts.ts';
import { flagWord } from '../../../../modules/given.ts';
import { Exit, ProgramEnd } from '../../../support/process/exit.ts';
import type { LongWork } from '../../../support/process/long-work.ts';

/** Repeats a finished run if it has policies of one's own. @throws CommandFailure if the facts differ, or on a signal */
export async function checkRepeats(finished: Simulation, untilMs: number, work: LongWork): Promise<void> {
  const { scenario, ownPolicies } = finished;
  const { order, backfillOrder, placement } = scenario.scheduler;
  const modules = [...new Set([order, backfillOrder, placement].filter(isOwnName))].map(flagWord);
  if (modules.length === 0) return;
  const again = new Simulation(scenario, { ownPolicies });
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
  if (first === second) return;
  const one = modules.length === 1 ? modules[0] : `one of ${modules.join(', ')}`;
  throw new CommandFailure(
    `${one} depends on more than its arguments: the run has the hash ${first}, and its repetition ${second}; a policy must keep nothing between calls, and use neither the clock nor random numbers`,
  );
}
