// The window of --from and --to: the part of a run that the figures and the report are of.

import { type MeasureWindow, NEVER, type Scenario } from '../../../../sim/index.ts';
import { badUsage } from '../../../arguments/command-failure.ts';
import { parseInstant } from '../../../arguments/flag-values.ts';
import { WHOLE_RUN } from '../../../studies/figures.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';

export interface WindowFlags {
  readonly from?: string;
  readonly to?: string;
}

/** @throws CommandFailure unless the window is within the run and not empty */
export function windowOf(scenario: Scenario, { from, to }: WindowFlags, untilMs: number): MeasureWindow {
  if (untilMs === 0) throw badUsage('the run ends at its start; give a later --until');
  const fromMs = from === undefined ? 0 : parseInstant(from, scenario, '--from');
  const toMs = to === undefined ? NEVER : parseInstant(to, scenario, '--to');
  if (to !== undefined && toMs > untilMs)
    throw badUsage(`--to ${to} is after the end of the run; give a later --until`);
  if (fromMs >= untilMs)
    throw badUsage(`--from ${from} is not before the end of the run; give a later --until`);
  if (fromMs >= toMs) throw badUsage(`--from ${from} is not before --to ${to}; give an earlier instant`);
  return { fromMs, toMs };
}

function isWhole({ fromMs, toMs }: MeasureWindow): boolean {
  return fromMs === WHOLE_RUN.fromMs && toMs === WHOLE_RUN.toMs;
}

/** `toMs` of a window without an end is null. */
export function windowData(window: MeasureWindow): { window?: { fromMs: number; toMs: number | null } } {
  if (isWhole(window)) return {};
  const { fromMs, toMs } = window;
  return { window: { fromMs, toMs: toMs === NEVER ? null : toMs } };
}

/** The window as text; undefined for a whole run. */
export function windowText(window: MeasureWindow, timeline: Timeline): string | undefined {
  if (isWhole(window)) return undefined;
  const end = window.toMs === NEVER ? 'the end of the run' : timeline.iso(window.toMs);
  return `${timeline.iso(window.fromMs)} – ${end}`;
}
