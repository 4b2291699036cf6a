import { NEVER, type Scenario, TRACE_FORMATS } from '../../../../sim/index.ts';
import { badUsage, type Faults } from '../../../arguments/command-failure.ts';
import {
  builtInNames,
  loadedOrFail,
  parseInstant,
  type ScenarioFlags,
  scenarioBy,
} from '../../../arguments/flag-values.ts';
import { givenModules, ownPolicies } from '../../../modules/given.ts';
import { loadTrace, traceFlags, whyFlagsRefused } from '../../../scenario/trace-flags.ts';

/** The flags of `traceFlags` are members too. */
export interface TraceFlags {
  readonly trace?: string;
}

/** The values of the flags that require --trace, by flag. */
export function traceValues(flags: TraceFlags): Readonly<Record<string, string | undefined>> {
  const given = flags as Readonly<Record<string, string | undefined>>;
  return Object.fromEntries(traceFlags.map(({ flag }) => [flag, given[memberOf(flag)]]));
}

/** Options of traces that change which jobs there are, when they arrive, and what a scheduler knows of them. */
const NAMED = ['broken', 'bound', 'compress'];

/** The values of these options for the format of --trace, with defaults. */
export function traceData(flags: TraceFlags): Readonly<Record<string, string>> {
  const format = TRACE_FORMATS.find(({ name }) => name === flags.trace);
  const values = traceValues(flags);
  const named = Object.entries(format?.options ?? {}).filter(([member]) => NAMED.includes(member));
  return Object.fromEntries(
    named.map(([member, option]) => [member, `${values[option.flag] ?? option.default ?? ''}`]),
  );
}

/** `--keep-nodes` is the member `keepNodes`. */
function memberOf(flag: string): string {
  return flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The load of a run, unless it is that of its scenario. */
export function loadData({ arrivalRateMilli }: Scenario): { load?: number } {
  return arrivalRateMilli === 1000 ? {} : { load: arrivalRateMilli / 1000 };
}

/** The value of --load in a command that repeats a run. */
export function loadText(load: number | undefined): string | undefined {
  return load === undefined ? undefined : `${load}`;
}

function scenarioOrTrace(
  command: string,
  name: string | undefined,
  flags: TraceFlags & ScenarioFlags,
): ReturnType<typeof loadedOrFail> {
  const { trace } = flags;
  checkNamed(command, name === undefined ? [] : [name], flags);
  if (trace !== undefined)
    return loadedOrFail(loadTrace(trace, traceValues(flags), { ...flags, ownPolicies, now: Date.now }));
  return scenarioBy(name!, { ...flags, ownPolicies });
}

/** Checks that the command line has a scenario, or a trace with all its flags. @throws CommandFailure */
export function checkNamed(command: string, names: readonly string[], flags: TraceFlags): void {
  const { trace } = flags;
  const values = traceValues(flags);
  const isGiven = (flag: string) => values[flag] !== undefined;
  if (trace !== undefined) {
    if (names.length > 0)
      throw badUsage(`${command} takes a scenario or --trace, not both; remove ${names[0]} or --trace`);
    const why = whyFlagsRefused(trace, isGiven);
    if (why !== undefined) throw badUsage(why);
    return;
  }
  if (names.length === 0) {
    throw badUsage(`${command} takes a scenario (gprsim scenarios lists them) or --trace`);
  }
  const alone = traceFlags.find(({ flag }) => isGiven(flag));
  if (alone !== undefined) throw badUsage(`${alone.flag} requires --trace`);
}

/** The files of the command line that a run reads, by flag or argument. Values of other flags are no files. */
export function inputFiles(names: readonly string[], flags: TraceFlags): Record<string, string | undefined> {
  const files = names.filter((name) => !builtInNames.includes(name));
  const scenarios = files.map((file, i) => [i === 0 ? 'the scenario' : `scenario ${i + 1}`, file]);
  const modules = givenModules().map(({ path }, i) => [i === 0 ? 'the module' : `module ${i + 1}`, path]);
  return { ...traceValues(flags), ...Object.fromEntries([...scenarios, ...modules]) };
}

/**
 * What a command runs and until when, in ms since the scenario's start. A member is undefined if it is wrong, which `faults` has then.
 * @param command its name
 */
export function foundRun(
  command: string,
  name: string | undefined,
  flags: TraceFlags & ScenarioFlags & { readonly until?: string },
  faults: Faults,
) {
  const loaded = faults.about('--trace') ? undefined : faults.of(() => scenarioOrTrace(command, name, flags));
  const untilMs =
    loaded && !faults.about('--until') ? faults.of(() => endOf(loaded.scenario, flags.until)) : undefined;
  return { loaded, untilMs };
}

/** The instant of --until in ms since the scenario's start, NEVER without one. */
export function endOf(scenario: Scenario, until: string | undefined): number {
  if (until !== undefined) return parseInstant(until, scenario, '--until');
  if (scenario.workload.some((workload) => workload.kind === 'generated' && workload.count === null)) {
    throw badUsage(`the workload of ${scenario.name} has no end; give --until, such as --until 1d`);
  }
  return NEVER;
}
