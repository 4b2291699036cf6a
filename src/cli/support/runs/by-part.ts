// The flag --by: figures of each pool, cluster or workspace as CSV.

import type { Scenario } from '../../../../sim/index.ts';
import { badUsage } from '../../../arguments/command-failure.ts';
import { PART_FIGURE_NAMES, type Parts } from '../../../studies/figure-catalogue.ts';
import { FEW_WORKSPACES, hasFewWorkspaces } from '../../../studies/figures.ts';
import { csvLine } from '../../../wire/text/csv.ts';

export const PART_KINDS = ['pool', 'cluster', 'workspace'] as const;

export type PartKind = (typeof PART_KINDS)[number];

/** @throws CommandFailure if --by is given without --csv */
export function checkBy({ by, csv }: { readonly by?: PartKind; readonly csv?: boolean }): void {
  if (by !== undefined && csv !== true) throw badUsage('--by requires --csv');
}

/** @throws CommandFailure if the runs of a comparison have no figures of workspaces */
export function checkFewWorkspaces(by: PartKind | undefined, scenario: Scenario): void {
  if (by !== 'workspace' || hasFewWorkspaces(scenario)) return;
  throw badUsage(
    `${scenario.name} has more than ${FEW_WORKSPACES} workspaces, too many for a comparison; give --by pool, or use gprsim run --csv --by workspace`,
  );
}

/** A header, and a line for each part of a run. @param run what precedes the part, by column */
export function partLines(by: PartKind, parts: Parts, run: object = {}): string[] {
  const lines = parts[`${by}s`].map((part) =>
    csvLine([...Object.values(run), part.name, ...PART_FIGURE_NAMES.map((figure) => part[figure])]),
  );
  return [csvLine([...Object.keys(run), by, ...PART_FIGURE_NAMES]), ...lines];
}
