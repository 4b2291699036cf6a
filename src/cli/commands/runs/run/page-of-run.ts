// The HTML report of a run.

import {
  ENGINE_VERSION,
  type MeasureWindow,
  type Scenario,
  type TraceReport,
} from '../../../../../sim/index.ts';
import { span } from '../../../../looks/span.ts';
import { runPage } from '../../../../report/report-of-run.ts';
import { meaningOf } from '../../../../studies/meaning.ts';
import type { Pictures } from '../../../../studies/pictures.ts';
import { Timeline } from '../../../../wire/time/timestamps.ts';
import { aboutScenario, type RepeatedFlags, repeatedOptions } from '../../../support/runs/about-scenario.ts';
import { repeatingCommand } from '../../../support/runs/repeating-command.ts';
import { type WindowFlags, windowText } from '../../../support/runs/window.ts';
import type { RunSummary } from './run-summary.ts';

interface PagedFlags extends RepeatedFlags, WindowFlags {
  readonly report?: string;
}

interface PagedRun {
  /** The scenario's name as given; undefined with --trace. */
  readonly name: string | undefined;
  readonly flags: PagedFlags;
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
  const { simMs, facts, hash, stoppedAt } = summary;
  const measured = windowText(window, timeline);
  const command = repeatingCommand('run', name === undefined ? [] : [name], [
    ...repeatedOptions(flags, scenario),
    ['--from', flags.from],
    ['--to', flags.to],
    ['--report', flags.report],
  ]);
  return runPage({
    title: scenario.name,
    about: [
      ...aboutScenario(scenario, traces),
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
