// The command that repeats a comparison, with all defaults spelled out.

import { fileWord, shellWord } from '../../../../files/shell-word.ts';
import type { Grid } from '../../../../studies/grid.ts';
import { loadText, type TraceFlags, traceValues } from '../../../support/runs/what-runs.ts';
import type { WindowFlags } from '../../../support/runs/window.ts';
import { seedsText } from './list-flags.ts';

export interface Given extends TraceFlags, WindowFlags {
  readonly until?: string;
  readonly load?: number;
}

export function commandOf(name: string | undefined, flags: Given, grid: Grid): string {
  const words = optionsOf(flags, grid).flatMap(([option, value]) =>
    value === undefined ? [] : [option, shellWord(value)],
  );
  return ['gprsim', 'compare', ...(name === undefined ? [] : [fileWord(name)]), ...words].join(' ');
}

/** Options with their values; undefined = not given. */
export function optionsOf(
  flags: Given,
  { variants, seeds }: Grid,
): (readonly [option: string, value: string | undefined])[] {
  const distinct = (words: readonly string[]) => [...new Set(words)].join(',');
  return [
    ['--trace', flags.trace],
    ...Object.entries(traceValues(flags)),
    ['--queue', distinct(variants.map(({ queue }) => queue))],
    ['--placement', distinct(variants.map(({ placement }) => placement))],
    ['--seeds', seedsText(seeds)],
    ['--load', loadText(flags.load)],
    ['--until', flags.until],
    ['--from', flags.from],
    ['--to', flags.to],
  ];
}
