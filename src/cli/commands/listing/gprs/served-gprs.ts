// The GPRs that a server holds in memory, in the order in which `gprs` lists those of a file, or by a member.

import type { ListedGpr } from '../../../../api/sim/answers.ts';
import { badUsage } from '../../../../arguments/command-failure.ts';
import { GPR_COLUMNS, gprColumns } from '../../../support/output/gpr-rows.ts';
import type { Output } from '../../../support/output/output.ts';
import { rowPrinter } from '../../../support/output/table-columns.ts';
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
  const unit = await unitOfWorld(session);
  rowPrinter(output, csv, gprColumns(['started', 'ended']), MEMBERS, unit)(rows.map(membersOf));
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

const MEMBERS = GPR_COLUMNS.filter(
  (member) => !['waitMs', 'ranMs', 'evictions', 'requeues'].includes(member),
);
