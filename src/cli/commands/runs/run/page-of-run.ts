// The HTML report of a run.

import {
  ENGINE_VERSION,
  type MeasureWindow,
  type Scenario,
  type TraceReport,
} from '../../../../../sim/index.ts';
import { span } from '../../../../looks/span.ts';
import { flagWord, policyWord } from '../../../../modules/given.ts';
import { runPage } from '../../../../report/report-of-run.ts';
import { meaningOf } from '../../../../studies/meaning.ts';
import type { Pictures } from '../../../../studies/pictures.ts';
import { Timeline } from '../../../../wire/time/timestamps.ts';
import { repeatingCommand } from '../../../support/runs/repeating-command.ts';
import { tracesAbout } from '../../../support/runs/trace-reports.ts';
import { loadText, type TraceFlags, traceValues } from '../../../support/runs/what-runs.ts';
import { type WindowFlags, windowText } from '../../../support/runs/window.ts';
import type { RunSummary } from './run-summary.ts';

interface RepeatedFlags extends TraceFlags, WindowFlags {
  readonly until?: string;
  readonly load?: number | undefined;
  readonly module?: readonly string[];
  readonly report?: string;
}

interface PagedRun {
  /** The scenario's name as given; undefined with --trace. */
  readonly name: string | undefined;
  readonly flags: RepeatedFlags;
  readonly scenario: Scenario;
  readonly traces: readonly TraceReport[];
  readonly window: MeasureWindow;
  readonly summary: RunSummary;
  readonly pictures: Pictures;
  /** Of gprsim. */
  readonly version: string;
}

export function pageOfRun({
  name,
  flags,
  scenario,
  traces,
  window,
  summary,
  pictures,
  version,
}: PagedRun): string {
  const timeline = new Timeline(scenario.start);
  const { wallMs: _, peakRssMb: __, ...repeatable } = summary;
  const { seed, load, queue, placement, order, backfillOrder, cycle, simMs, facts, hash, stoppedAt } =
    summary;
  const measured = windowText(window, timeline);
  const command = repeatingCommand('run', name === undefined ? [] : [name], [
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
    ['--from', flags.from],
    ['--to', flags.to],
    ['--report', flags.report],
  ]);
  return runPage({
    title: scenario.name,
    about: [
      ['scenario', scenario.name],
      ...tracesAbout(traces),
      ['seed', `${seed}`],
      ...(load === undefined ? [] : [['load', `${load} × the arrivals of the scenario`] as const]),
      [
        'policies',
        `queue ${queue}, placement ${policyWord(placement)}, order ${policyWord(order)}, behind a blocked GPR ${policyWord(backfillOrder)}`,
      ],
      ['cycles', `one for each ${cycle}`],
      ['simulated', `${timeline.iso(0)} – ${timeline.iso(simMs)} (${span(simMs)})`],
      ...(measured === undefined ? [] : [['window', measured] as const]),
      ...(stoppedAt === undefined ? [] : [['interrupted at', stoppedAt] as const]),
      ['facts', `${facts}, hash ${hash}`],
      ['by', `gprsim ${version}, engine ${ENGINE_VERSION}`],
      ['again', command, true],
    ],
    meaning: meaningOf(scenario),
    summary: repeatable,
    parts: summary.parts,
    pictures,
    timeline,
  });
}
