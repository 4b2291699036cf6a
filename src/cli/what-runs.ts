// What a run is of, and where it ends: a scenario by name or file, or a recorded trace, up to an instant or its own end.

import { NEVER, type Scenario } from '../../sim/index.ts';
import { loadTrace } from '../scenario/trace.ts';
import { badUsage } from './failure.ts';
import { loadedOrFail, parseInstant, type ScenarioFlags, scenarioBy } from './values.ts';

export interface TraceFlags {
  readonly trace?: string;
  readonly nodes?: string;
  readonly workload?: string;
  readonly compress?: string;
  readonly keepNodes?: string;
  readonly bound?: string;
}

/** Those that say more of --trace, by their members. */
export const traceOptions = {
  nodes: '--nodes',
  workload: '--workload',
  compress: '--compress',
  keepNodes: '--keep-nodes',
  bound: '--bound',
} as const satisfies Partial<Record<keyof TraceFlags, string>>;

/** @param command that was given them */
export function scenarioOrTrace(
  command: string,
  name: string | undefined,
  flags: TraceFlags & ScenarioFlags,
): ReturnType<typeof loadedOrFail> {
  const { trace, nodes, workload } = flags;
  if (trace !== undefined) {
    if (name !== undefined) throw badUsage(`${command} takes a scenario or --trace, not both (${name})`);
    if (nodes === undefined || workload === undefined) {
      throw badUsage('--trace needs --nodes FILE and --workload FILE');
    }
    return loadedOrFail(loadTrace({ ...flags, trace, nodes, workload }, { ...flags, now: Date.now }));
  }
  if (name === undefined) {
    throw badUsage(`${command} takes a scenario (gprsim scenarios lists them) or --trace`);
  }
  for (const [member, option] of Object.entries(traceOptions)) {
    if (flags[member as keyof typeof traceOptions] !== undefined)
      throw badUsage(`${option} goes with --trace`);
  }
  return scenarioBy(name, flags);
}

/** The instant of --until in ms since the scenario's start, NEVER without one. */
export function endOf(scenario: Scenario, until: string | undefined): number {
  if (until !== undefined) return parseInstant(until, scenario, '--until');
  if (scenario.workload.some((workload) => workload.kind === 'generated' && workload.count === null)) {
    throw badUsage(`the workload of ${scenario.name} has no end: give --until, such as --until 1d`);
  }
  return NEVER;
}
