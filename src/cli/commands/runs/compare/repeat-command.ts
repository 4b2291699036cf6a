// The options that repeat a comparison, with the defaults spelled out, except those of the orders.

import { flagWord } from '../../../../modules/given.ts';
import type { Grid } from '../../../../studies/grid.ts';
import { valueTexts } from '../../../../studies/varied/varied-values.ts';
import { loadText, type TraceFlags, traceValues } from '../../../support/runs/what-runs.ts';
import type { WindowFlags } from '../../../support/runs/window.ts';
import { seedsText } from './list-flags.ts';
import type { TargetFlags } from './target-flags.ts';

export interface RepeatFlags extends TraceFlags, WindowFlags, TargetFlags {
  readonly until?: string;
  readonly load?: number;
  readonly cycle?: string;
  readonly module?: readonly string[];
}

/** Options with their values; undefined = not given. @param word how a policy is named: a module by its path, unless given */
export function optionsOf(
  flags: RepeatFlags,
  grid: Grid,
  word: (policy: string) => string = flagWord,
): (readonly [option: string, value: string | undefined])[] {
  const { queue, placement, order, backfillOrder } = grid.policies();
  return [
    ['--trace', flags.trace],
    ...Object.entries(traceValues(flags)),
    ...grid.settings.members.flatMap(({ pointer, values }) =>
      valueTexts(values).map((text) => ['--vary', `${pointer}=${text}`] as const),
    ),
    ['--queue', queue?.join(',')],
    ['--placement', placement?.map(word).join(',')],
    ['--order', order?.map(word).join(',')],
    ['--backfill-order', backfillOrder?.map(word).join(',')],
    ...(flags.module ?? []).map((name) => ['--module', flagWord(name)] as const),
    ['--seeds', seedsText(grid.seeds)],
    ['--cycle', flags.cycle],
    ['--load', loadText(flags.load)],
    ['--until', flags.until],
    ['--from', flags.from],
    ['--to', flags.to],
    ...(flags.target ?? []).map(({ given }) => ['--target', given] as const),
    ['--cheapest', flags.cheapest],
  ];
}
