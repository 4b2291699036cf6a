import { hash } from 'node:crypto';
import { ENGINE_VERSION, NEVER } from '../../../../../../sim/index.ts';
import type { Grid } from '../../../../../studies/grid.ts';
import type { Identity, WrittenSource } from '../../../../../studies/results/identity.ts';
import type { Source } from '../../../../../studies/varied/setting-scenarios.ts';
import { Timeline } from '../../../../../wire/time/timestamps.ts';
import { windowText } from '../../../../support/runs/window.ts';
import { optionsOf } from '../repeat-command.ts';
import type { CheckedStudy, Study, StudyFlags } from '../study.ts';

/** The options that determine the runs. */
const GRID_OPTIONS = ['--vary', '--queue', '--placement', '--order', '--backfill-order', '--seeds'];

/** @param flags those that change the scenarios */
export function identityOf(
  { sources }: Study,
  checked: CheckedStudy,
  grid: Grid,
  flags: Pick<StudyFlags, 'load' | 'cycle'>,
): Identity {
  const { untilMs, window, scenarioHash, inputs } = checked;
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
    inputs,
    flags: { '--load': `${flags.load ?? 1}`, '--cycle': flags.cycle ?? 'that of the scenario' },
    sources: sources.map(writtenOf),
  };
}

function writtenOf({ name, content, root }: Source): WrittenSource {
  const [, ...path] = root.split('/');
  const written = path.reduce<unknown>((at, token) => (at as Record<string, unknown>)?.[token], content);
  const members = Object.entries(written ?? {}).map(([member, value]) => [
    member,
    hash('sha256', JSON.stringify(value)).slice(0, 16),
  ]);
  return { name, members: Object.fromEntries(members) };
}
