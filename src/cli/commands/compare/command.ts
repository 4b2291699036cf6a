// The command that repeats a comparison, with all defaults spelled out.

import type { Grid } from '../../../compare/grid.ts';
import { fileWord, shellWord } from '../../../wire/shell-word.ts';
import { type TraceFlags, traceValues } from '../../support/what-runs.ts';
import { seedsText } from './lists.ts';

interface Given extends TraceFlags {
  readonly until?: string;
}

export function commandOf(name: string | undefined, flags: Given, { variants, seeds }: Grid): string {
  const distinct = (words: readonly string[]) => [...new Set(words)].join(',');
  const options: (readonly [option: string, value: string | undefined])[] = [
    ['--trace', flags.trace],
    ...Object.entries(traceValues(flags)),
    ['--queue', distinct(variants.map(({ queue }) => queue))],
    ['--placement', distinct(variants.map(({ placement }) => placement))],
    ['--seeds', seedsText(seeds)],
    ['--until', flags.until],
  ];
  const words = options.flatMap(([option, value]) => (value === undefined ? [] : [option, shellWord(value)]));
  return ['gprsim', 'compare', ...(name === undefined ? [] : [fileWord(name)]), ...words].join(' ');
}
