import { ENGINE_VERSION, NEVER } from '../../../../../../sim/index.ts';
import type { Grid } from '../../../../../studies/grid.ts';
import type { Identity } from '../../../../../studies/results/identity.ts';
import { Timeline } from '../../../../../wire/time/timestamps.ts';
import { windowText } from '../../../../support/runs/window.ts';
import { optionsOf } from '../repeat-command.ts';
import type { CheckedStudy, Study } from '../study.ts';

/** The options that determine the runs. */
const GRID_OPTIONS = ['--vary', '--queue', '--placement', '--order', '--backfill-order', '--seeds'];

export function identityOf(
  { sources }: Study,
  { untilMs, window, scenarioHash }: CheckedStudy,
  grid: Grid,
): Identity {
  const scenarios = sources.map(({ loaded }) => loaded.scenario);
  const timeline = new Timeline(scenarios[0].start);
  const options = optionsOf({}, grid, (policy) => policy).filter(
    ([option, value]) => GRID_OPTIONS.includes(option) && value !== undefined,
  );
  return {
    engine: `${ENGINE_VERSION}`,
    scenario: `${scenarios.map(({ name }) => name).join(', ')} (SHA-256 ${scenarioHash})`,
    grid: options.map((option) => option.join(' ')).join(' '),
    window: `until ${untilMs === NEVER ? 'all GPRs have ended' : timeline.iso(untilMs)}, measured ${windowText(window, timeline) ?? 'as a whole'}`,
  };
}
