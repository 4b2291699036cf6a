// What a comparison runs: the scenarios with their varied members, all checked before the first run begins.

import {
  type MeasureWindow,
  type Scenario,
  type TraceReport,
  whyPoliciesRefused,
} from '../../../../../sim/index.ts';
import { badUsage } from '../../../../arguments/command-failure.ts';
import { loadedOrFail, scenarioBy } from '../../../../arguments/flag-values.ts';
import { ownPolicies } from '../../../../modules/given.ts';
import { problemsMax } from '../../../../scenario/fields/field-problems.ts';
import { checkShareable } from '../../../../scenario/fields/shareable-nodes.ts';
import { contentOf, type LoadOptions } from '../../../../scenario/load.ts';
import { loadTrace, traceContent } from '../../../../scenario/trace-flags.ts';
import { dependsOnSeed } from '../../../../studies/depends-on-seed.ts';
import { commonMeaning, type Meaning, meaningOf } from '../../../../studies/meaning.ts';
import { SettingsWork } from '../../../../studies/settings-work.ts';
import type { Steps } from '../../../../studies/steps.ts';
import type { Asking } from '../../../../studies/targets/asking.ts';
import { ScenarioHash } from '../../../../studies/varied/scenario-hash.ts';
import { SettingScenarios, type Source } from '../../../../studies/varied/setting-scenarios.ts';
import { Settings, type VariedMember } from '../../../../studies/varied/settings.ts';
import { counted } from '../../../../wire/text/counted.ts';
import type { LongWork } from '../../../support/process/long-work.ts';
import { checkFewWorkspaces, type PartKind } from '../../../support/runs/by-part.ts';
import { withoutFolder } from '../../../support/runs/repeating-command.ts';
import { checkNamed, endOf, type TraceFlags, traceValues } from '../../../support/runs/what-runs.ts';
import { type WindowFlags, windowOf } from '../../../support/runs/window.ts';
import type { ResultsFlags } from './results/results-flags.ts';

export interface StudyFlags extends TraceFlags, WindowFlags {
  readonly vary?: readonly VariedMember[];
  readonly until?: string;
  readonly by?: PartKind;
  readonly load?: number;
  readonly cycle?: string;
  readonly queue?: readonly string[];
  readonly order?: readonly string[];
  readonly backfillOrder?: readonly string[];
}

export interface Study {
  readonly sources: readonly Source[];
  readonly scenarios: SettingScenarios;
  /** Whether a scenario starts at the present instant, so that no other command has the same one; after all are loaded. */
  readonly startsNow: () => boolean;
}

interface Span {
  readonly untilMs: number;
  readonly window: MeasureWindow;
}

/** What is common to the runs of all settings. */
export interface CheckedStudy extends Span {
  /** Whether any setting depends on the seed. */
  readonly isDrawn: boolean;
  /** Of the figures of all settings. */
  readonly meaning: Meaning;
  /** Of all settings; without traces, perhaps not of each combination of members. */
  readonly work: SettingsWork;
  /** SHA-256 of the scenarios of all settings with their traces, and of what these lose, 64 hex digits. */
  readonly scenarioHash: string;
  /** The files that each scenario names in its settings, as it names them. */
  readonly named: readonly ReadonlySet<string>[];
}

/** @throws CommandFailure if a scenario or a pointer is wrong */
export function studyOf(names: readonly string[], flags: StudyFlags): Study {
  checkNamed('compare', names, flags);
  const nowMs = Date.now();
  let startsNow = false;
  const now = () => {
    startsNow = true;
    return nowMs;
  };
  const options = { now, load: flags.load, cycle: flags.cycle, ownPolicies };
  const sources =
    flags.trace === undefined ? scenarioSources(names, options) : [traceSource(flags.trace, flags, options)];
  const settings = new Settings(
    sources.map(({ name }) => name),
    flags.vary ?? [],
  );
  const scenarios = new SettingScenarios(sources, settings, options);
  const problems = scenarios.problems();
  if (problems.length > 0) throw badUsage(`--vary:${listed(problems)}`);
  return { sources, scenarios, startsNow: () => startsNow };
}

type SourceOptions = Pick<LoadOptions, 'now' | 'load' | 'cycle' | 'ownPolicies'>;

function scenarioSources(given: readonly string[], options: SourceOptions): Source[] {
  const twice = given.find((name, i) => given.indexOf(name) < i);
  if (twice !== undefined) throw badUsage(`compare has the scenario ${twice} twice; give it once`);
  const short = given.map(withoutFolder);
  const names = new Set(short).size === given.length ? short : given;
  return given.map((file, i) => {
    const loaded = scenarioBy(file, options);
    const read = contentOf(file);
    return { name: names[i], file, content: read.ok ? read.content : undefined, root: '', loaded };
  });
}

function traceSource(trace: string, flags: TraceFlags, options: SourceOptions): Source {
  const values = traceValues(flags);
  const loaded = loadedOrFail(loadTrace(trace, values, options));
  const read = traceContent(trace, values);
  const content = read.ok ? read.content : undefined;
  return { name: trace, file: '', content, root: '/workload/0', loaded };
}

/**
 * Checks each value of each varied member once. If several members are varied, it then checks all combinations of their values,
 * unless the command only reads results of scenarios without traces.
 * @param asking reads all combinations too
 * @throws CommandFailure with all that is wrong
 */
export async function checkedStudy(
  { sources, scenarios }: Study,
  flags: StudyFlags & Pick<ResultsFlags, 'merge'> & { readonly placement?: readonly string[] },
  asking: Asking | undefined,
  longWork: LongWork,
): Promise<CheckedStudy> {
  const { settings } = scenarios;
  let common: Span | undefined;
  let isDrawn = false;
  let meaning: Meaning | undefined;
  let isWrong = false;
  const hash = new ScenarioHash();
  const work = new SettingsWork();
  const named = sources.map(() => new Set<string>());
  const checking = { what: 'checking', counts: 'variants' } as const;
  if (settings.count > 1) longWork.begin(checking);
  const problems = new Problems(settings);
  let count = 0;
  for (const index of settings.singly()) {
    const loaded = scenarios.load(index);
    if (loaded.ok) {
      const { scenario } = loaded;
      checkFewWorkspaces(flags.by, scenario);
      for (const why of impossiblePolicies(flags, scenario)) problems.note(index, why);
      meaning = commonMeaning(meaning, meaningOf(scenario));
      common = sameSpan(common, spanOf(scenario, flags));
      for (const placement of flags.placement ?? [scenario.scheduler.placement]) {
        const placed = { ...scenario, scheduler: { ...scenario.scheduler, placement } };
        isDrawn ||= dependsOnSeed(placed);
        for (const { path, message } of checkShareable(placed, ownPolicies))
          problems.note(index, `${path} ${message}`);
      }
      hash.add(scenario);
      work.note(index, loaded, endOf(scenario, flags.until));
      const { source } = settings.at(index);
      for (const { file } of loaded.inputs) named[source].add(file);
    } else isWrong = true;
    await longWork.show({ count: ++count, simMs: null, done: null });
  }
  hash.addText(work.text());
  const isRest = count < settings.count && (flags.merge !== true || work.hasTraces);
  if (isWrong || asking !== undefined || isRest)
    await longWork.through(checking, noteProblems(problems, scenarios, asking, work, flags), settings.count);
  problems.check();
  return { ...common!, isDrawn, meaning: meaning!, work, scenarioHash: hash.digest(), named };
}

/** Why runs of a scenario cannot have the given policies together. */
function impossiblePolicies(
  { queue, order, backfillOrder }: StudyFlags,
  scenario: Scenario,
): ReadonlySet<string> {
  const own = scenario.scheduler;
  const found = new Set<string>();
  for (const one of queue ?? [own.queue]) {
    for (const first of order ?? [own.order]) {
      for (const behind of backfillOrder ?? [own.backfillOrder]) {
        const names = { ...own, queue: one, order: first, backfillOrder: behind };
        const why = whyPoliciesRefused(names, scenario);
        if (why !== undefined) found.add(`the queue policy must not be ${one}, because ${why}`);
      }
    }
  }
  return found;
}

/** Loads all settings; each step loads one, and yields the number of loaded ones. */
function* noteProblems(
  problems: Problems,
  scenarios: SettingScenarios,
  asking: Asking | undefined,
  work: SettingsWork,
  flags: StudyFlags,
): Steps<void> {
  for (let index = 0; index < scenarios.settings.count; index++) {
    const loaded = scenarios.load(index);
    if (loaded.ok) {
      if (work.hasTraces) work.note(index, loaded, endOf(loaded.scenario, flags.until));
      for (const why of asking?.read(loaded.scenario) ?? []) problems.note(index, why);
    } else {
      for (const { path, message } of loaded.problems) {
        problems.note(index, `${path === '' ? 'it' : path} ${message}`);
      }
    }
    yield index;
  }
}

/** What is wrong with settings. Equal problems are reported once, with the first setting that has them. */
class Problems {
  readonly #settings: Settings;
  readonly #found = new Map<string, { readonly first: string; count: number }>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  note(setting: number, why: string): void {
    const known = this.#found.get(why);
    if (known !== undefined) known.count += 1;
    else this.#found.set(why, { first: this.#settings.nameOf(setting), count: 1 });
  }

  /** @throws CommandFailure if there are any */
  check(): void {
    if (this.#found.size === 0) return;
    const lines = [...this.#found].map(([why, { first, count }]) => {
      const others = count === 1 ? '' : ` (and in ${counted(count - 1, 'other variant')})`;
      return `${first}: ${why}${others}`;
    });
    throw badUsage(`the variants cannot be run:${listed(lines)}`);
  }
}

function spanOf(scenario: Scenario, flags: StudyFlags): Span {
  const untilMs = endOf(scenario, flags.until);
  return { untilMs, window: windowOf(scenario, flags, untilMs) };
}

function sameSpan(first: Span | undefined, { untilMs, window }: Span): Span {
  if (first === undefined) return { untilMs, window };
  const { fromMs, toMs } = first.window;
  if (first.untilMs === untilMs && fromMs === window.fromMs && toMs === window.toMs) return first;
  throw badUsage(
    'the scenarios start at different instants; give --until, --from and --to as times from the start, such as 5h',
  );
}

/** One problem, or a line for each. */
function listed(problems: readonly string[]): string {
  if (problems.length === 1) return ` ${problems[0]}`;
  const more = problems.length > problemsMax ? [`and ${problems.length - problemsMax} more`] : [];
  return [...problems.slice(0, problemsMax), ...more].map((line) => `\n  ${line}`).join('');
}

/** What happened to the rows of the traces that the scenarios as written name. */
export function reportsOf({ sources }: Study): TraceReport[] {
  return sources.flatMap(({ loaded }) => loaded.reports);
}
