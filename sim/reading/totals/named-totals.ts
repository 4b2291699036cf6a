// Totals with names instead of numbers, of one subject or of a page of all subjects of a kind.

import type { PendingAnswer } from '../../base/pending.ts';
import type { History } from '../../followers/history/history.ts';
import type { World } from '../../world.ts';
import type { SubjectKind, Subjects } from './subjects.ts';
import { totalsOf } from './totals.ts';
import type { Totals, TotalsOrder } from './totals-table.ts';

/** Subjects by name. Without a name, all of the kind: of the nodes, those of `cluster` if it is given. */
export interface NamedSubject {
  readonly kind: SubjectKind;
  readonly name?: string | undefined;
  /** Of the node. */
  readonly cluster?: string | undefined;
}

/** A page of the rows. Without an order, in the order in which the subjects were added. */
interface TotalsPage {
  readonly order: TotalsOrder | undefined;
  readonly isDescending: boolean;
  readonly offset: number;
  readonly limit: number;
  /** Whether the reader may see the workspace with this creation number. There are no rows of others. */
  readonly sees: (workspaceCreation: number) => boolean;
}

export interface NamedTotalsQuery {
  readonly subject: NamedSubject;
  readonly fromMs: number;
  readonly toMs: number;
  readonly page: TotalsPage;
}

export interface TotalsRow {
  /** '' = the world. */
  readonly name: string;
  /** Of a node. */
  readonly cluster: string | null;
  readonly totals: Totals;
}

export interface NamedTotals {
  /** Number of rows without a page. Workspaces count if anything of them is in the range. */
  readonly total: number;
  readonly rows: readonly TotalsRow[];
}

/** undefined: the world has no such subject. */
export function subjectOf({ directory }: World, subject: NamedSubject): Subjects | undefined {
  const { kind, name, cluster } = subject;
  if (name === undefined) return { kind, only: -1 };
  const only =
    kind === 'workspaces'
      ? directory.workspace(name)
      : kind === 'clusters'
        ? directory.cluster(name)
        : nodeOf(directory, name, cluster);
  return only < 0 ? undefined : { kind, only };
}

/** The totals at the present instant; undefined if the world has no such subject. */
export function namedTotalsOf(
  world: World,
  history: History,
  { subject, fromMs, toMs, page }: NamedTotalsQuery,
): PendingAnswer<NamedTotals> | undefined {
  const subjects = subjectOf(world, subject);
  if (subjects === undefined) return undefined;
  const { core, directory } = world;
  const { kind, only } = subjects;
  const clusterOf = (node: number) => directory.clusters[core.nodes.cluster[node]].name;
  const { order, isDescending, offset, limit, sees } = page;
  const isWanted = (row: number) => {
    if (only >= 0 || kind === 'clusters') return true;
    if (kind === 'workspaces') return sees(directory.creationOf(row));
    return subject.cluster === undefined || clusterOf(row) === subject.cluster;
  };
  const named = (row: number) => nameOf(directory, kind, row);
  const query = { ...subjects, fromMs, toMs, order, isDescending, isWanted, nameOf: named };
  const pending = totalsOf(history, core.now, query, core.workspaces.size, (pool) => priceOf(world, pool));
  const rowOf = (number: number, totals: Totals): TotalsRow => ({
    name: nameOf(directory, kind, number),
    cluster: kind === 'nodes' ? clusterOf(number) : null,
    totals,
  });
  const table = pending.answer();
  const steps = table.page(offset, offset + limit);
  let isCounted = false;
  let rows: readonly number[] = [];
  return {
    run(instants) {
      if (!isCounted) {
        isCounted = pending.run(instants);
        return isCounted && only >= 0;
      }
      const step = steps.next();
      if (step.done === true) rows = step.value;
      return step.done === true;
    },
    answer: () =>
      only >= 0
        ? { total: 1, rows: [rowOf(only, table.of(0))] }
        : { total: table.total, rows: rows.map((row) => rowOf(row, table.of(row))) },
  };
}

function nameOf(directory: World['directory'], kind: SubjectKind, number: number): string {
  if (kind === 'nodes') return directory.nodeNames[number];
  if (kind === 'workspaces') return directory.workspaceName(number);
  return kind === 'clusters' ? directory.clusters[number].name : '';
}

/** The newest node of a name; −1 if there never was one. */
function nodeOf(directory: World['directory'], name: string, cluster: string | undefined): number {
  const clusters = cluster === undefined ? directory.clusters.map((known) => known.name) : [cluster];
  return Math.max(...clusters.map((known) => directory.node(known, name)));
}

/** The price of a GPU of a pool, in millionths of the currency per hour; 0 in a pool of several instance types. */
export function priceOf({ core }: World, pool: number): number {
  const { classes } = core.pools[pool];
  const { pricePerHourMicro, gpuCount } = core.rules.instanceTypes[classes[0]];
  return classes.length > 1 ? 0 : pricePerHourMicro / gpuCount;
}
