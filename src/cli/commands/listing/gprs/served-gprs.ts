// The GPRs that a server holds in memory, in the order in which `gprs` lists those of a file, or by a member.

import type { ListedGpr } from '../../../../api/sim/answers.ts';
import { badUsage } from '../../../../arguments/command-failure.ts';
import { NONE } from '../../../../looks/span.ts';
import { csvLine } from '../../../../wire/text/csv.ts';
import { demandOf } from '../../../support/output/cells.ts';
import { type Output, print } from '../../../support/output/output.ts';
import { type Column, type Layout, tableLayout } from '../../../support/output/table-columns.ts';
import { listGprs } from '../../../support/sources/gpr-list.ts';
import { type SourceFlags, serverSession } from '../../../support/sources/sources.ts';
import { unitOfWorld } from '../../../support/sources/world-unit.ts';

interface Flags extends SourceFlags {
  readonly state?: string;
  readonly workspace?: string;
  readonly reason?: string;
  readonly sort?: string;
  readonly csv?: boolean;
}

const columns: readonly Column<ListedGpr>[] = [
  { name: 'GPR', cell: ({ gprId }) => gprId ?? NONE },
  { name: 'name', cell: ({ gprName }) => gprName ?? NONE, least: 10 },
  { name: 'workspace', cell: ({ workspace }) => workspace ?? NONE, least: 9 },
  { name: 'cluster', cell: ({ cluster }) => cluster, least: 9, spare: 6 },
  { name: 'priority', cell: ({ priority }) => `${priority}`, isRight: true, spare: 1 },
  { name: 'GPUs', cell: demandOf, isRight: true },
  { name: 'state', cell: ({ state }) => state },
  { name: 'created', cell: ({ createdAt }) => createdAt, spare: 4 },
  { name: 'started', cell: ({ startedAt }) => startedAt ?? NONE, spare: 2 },
  { name: 'ended', cell: ({ endedAt }) => endedAt ?? NONE, spare: 5 },
  { name: 'nodes', cell: ({ nodes }) => nodes?.join(' ') || NONE, least: 24, spare: 3 },
  { name: 'reason', cell: ({ failureReason }) => failureReason || NONE, least: 9, spare: 7 },
];

/** @throws CommandFailure if the server does not answer, or refuses a flag */
export async function listServed(url: string, { csv, ...flags }: Flags, output: Output): Promise<void> {
  if (flags.state === 'Removed')
    throw badUsage('a server lists no Removed GPRs; give the file of its --db for them');
  const { state, workspace, reason, sort } = flags;
  const session = serverSession(url, flags, 'gprs');
  const { gprs } = await listGprs(session, {
    state,
    workspace,
    reason,
    sort,
    estimates: false,
  });
  const lifeOrder = () => [
    ...gprs.filter(({ endedAt }) => endedAt !== null).reverse(),
    ...gprs.filter(({ endedAt }) => endedAt === null),
  ];
  const rows = sort === undefined ? lifeOrder() : gprs;
  const layout = output.json ? jsonLines : csv ? csvOf : tableLayout(columns, await unitOfWorld(session));
  const lines = layout(rows, true);
  if (lines.length > 0) print(`${lines.join('\n')}\n`, output.json ? 'json' : csv ? 'csv' : 'text');
}

function membersOf({ failureReason, startedAt, endedAt, nodes, ...rest }: ListedGpr) {
  const { gprId, gprName, workspace, cluster, instanceType, nodeCount, gpusPerNode, priority, state } = rest;
  return {
    gprId,
    gprName,
    workspace,
    cluster,
    instanceType,
    nodeCount,
    gpusPerNode,
    priority,
    state,
    reason: failureReason,
    createdAt: rest.createdAt,
    startedAt: startedAt ?? '',
    endedAt: endedAt ?? '',
    nodes: nodes ?? [],
  };
}

const jsonLines: Layout<ListedGpr> = (rows) => rows.map((row) => JSON.stringify(membersOf(row)));

const members = [
  'gprId',
  'gprName',
  'workspace',
  'cluster',
  'instanceType',
  'nodeCount',
  'gpusPerNode',
  'priority',
  'state',
  'reason',
  'createdAt',
  'startedAt',
  'endedAt',
  'nodes',
] as (keyof ReturnType<typeof membersOf>)[];

const csvOf: Layout<ListedGpr> = (rows) => [
  csvLine(members),
  ...rows.map(membersOf).map((row) => csvLine(members.map((member) => row[member]))),
];
