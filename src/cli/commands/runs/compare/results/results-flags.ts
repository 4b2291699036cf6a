// The flags of a comparison in parts.

import { existsSync } from 'node:fs';
import { badUsage } from '../../../../../arguments/command-failure.ts';
import { PARTS_MAX, type Part, parsePart as partOf } from '../../../../../studies/results/parts.ts';
import { clip } from '../../../../../wire/text/clip.ts';
import { counted } from '../../../../../wire/text/counted.ts';
import { RUNS_MAX, STORED_RUNS_MAX } from '../list-flags.ts';

export const ENGINES = ['slurm', 'kubernetes', 'parallel'] as const;
export type Engine = (typeof ENGINES)[number];

export interface ResultsFlags {
  readonly results?: string;
  readonly part?: Part;
  readonly merge?: boolean;
  readonly for?: Engine;
  readonly parts?: number;
}

export function parsePart(text: string): Part {
  const part = partOf(text);
  if (part !== undefined) return part;
  throw badUsage(
    `--part takes K/N with K from 0 to N - 1, such as 0/5 to 4/5, and N up to ${PARTS_MAX}, not ${JSON.stringify(clip(text))}`,
  );
}

export function parseParts(text: string): number {
  const parts = Number(text);
  if (/^[0-9]{1,7}$/.test(text) && parts >= 1 && parts <= PARTS_MAX) return parts;
  throw badUsage(`--parts takes an integer from 1 to ${PARTS_MAX}, not ${JSON.stringify(clip(text))}`);
}

/** Flags of one comparison, and whether each is given. */
type CompareFlags = ResultsFlags & {
  readonly csv?: boolean;
  readonly report?: string;
  readonly target?: unknown;
};

/** @throws CommandFailure with all that is wrong */
export function checkResultsFlags(flags: CompareFlags): void {
  const problems: string[] = [];
  const { results, part, merge, parts } = flags;
  if (results === undefined && part !== undefined) problems.push('--part requires --results');
  if (results === undefined && merge === true) problems.push('--merge requires --results');
  const isMerge = merge === true && part === undefined && flags.for === undefined;
  if (results !== undefined && isMerge && !existsSync(results)) {
    problems.push(
      `there is no folder ${results}, which --merge reads; run the parts first, or give another folder`,
    );
  }
  if (part !== undefined && merge === true) problems.push('give --part or --merge, not both');
  if (flags.for === undefined && parts !== undefined) problems.push('--parts requires --for');
  if (flags.for !== undefined) {
    if (part !== undefined) problems.push('give --part or --for, not both');
    if (merge === true) problems.push('give --merge or --for, not both');
  }
  if (part !== undefined) {
    for (const output of ['csv', 'report', 'target'] as const) {
      if (flags[output] !== undefined)
        problems.push(`--part prints no figures; give --${output} with --merge`);
    }
  }
  if (problems.length > 0) throw badUsage(problems.join('\n'));
}

/** @throws CommandFailure if a comparison has too many runs */
export function checkRunCount(
  { variantCount, runCount, seeds }: { variantCount: number; runCount: number; seeds: readonly number[] },
  { results, parts, for: engine }: ResultsFlags,
): void {
  const isStored = results !== undefined || engine !== undefined;
  const most = isStored ? STORED_RUNS_MAX : RUNS_MAX;
  if (runCount > most) {
    const more = isStored ? '' : `, or up to ${STORED_RUNS_MAX} with --results`;
    throw badUsage(
      `${variantCount} variants with ${counted(seeds.length, 'seed')} each are ${runCount} runs; give fewer, at most ${most}${more}`,
    );
  }
  if (parts !== undefined && parts > runCount) {
    throw badUsage(`--parts ${parts} is more than there are runs; give at most ${counted(runCount, 'part')}`);
  }
}
