import type { Command } from 'commander';
import type { NodeState, WorldState } from '../../../api/sim/answers.ts';
import { badUsage } from '../../../arguments/command-failure.ts';
import { unknownName } from '../../../arguments/words.ts';
import { NONE, span } from '../../../looks/span.ts';
import { counted } from '../../../wire/text/counted.ts';
import { unitOfClusters } from '../../../wire/text/unit.ts';
import { at, choice } from '../../support/flags.ts';
import { msBetween } from '../../support/output/cells.ts';
import type { Output } from '../../support/output/output.ts';
import type { Column } from '../../support/output/table-columns.ts';
import { addFilters, addListing, type ListingFlags, list } from '../../support/sources/listing-flags.ts';

/** `partial`: some of its GPUs are free. */
const NODE_STATES = ['free', 'partial', 'full', 'down'] as const;

interface NodesFlags extends ListingFlags {
  readonly state?: (typeof NODE_STATES)[number];
  readonly workspace?: string;
  readonly cluster?: string;
}

interface Row extends NodeState {
  readonly state: (typeof NODE_STATES)[number];
  /** From now; null if the node is up, or no repair is due. */
  readonly repairInMs: number | null;
  /** The ids of the GPRs that hold its GPUs; `–` for one of a workspace that the key does not open. */
  readonly gprs: readonly string[];
}

const columns: readonly Column<Row>[] = [
  { name: 'node', value: ({ name }) => name },
  { name: 'cluster', value: ({ cluster }) => cluster, least: 9, spare: 3 },
  { name: 'instance type', value: ({ instanceType }) => instanceType, least: 10, spare: 2 },
  { name: 'GPU model', value: ({ gpuModelName }) => gpuModelName, least: 10, spare: 4 },
  { name: 'GPUs', value: ({ gpus }) => gpus },
  { name: 'free', value: ({ freeGpus }) => freeGpus },
  { name: 'state', value: ({ state }) => state },
  { name: 'repair in', value: ({ repairInMs }) => repairInMs, text: span, isRight: true, spare: 1 },
  {
    name: 'GPRs',
    value: ({ gprs }) => gprs.length,
    cell: ({ gprs }) => gprs.join(' ') || NONE,
    isRight: false,
    least: 17,
  },
];

const members: readonly (keyof Row & string)[] = [
  'name',
  'cluster',
  'instanceType',
  'gpuModelName',
  'gpus',
  'freeGpus',
  'state',
  'up',
  'repairAt',
  'gprs',
];

/** Lists nodes with the GPRs that hold their GPUs. @param from a URL or a file; undefined = the default URL */
export function nodes(from: string | undefined, flags: NodesFlags, output: Output): Promise<void> {
  return list(
    from,
    flags,
    {
      name: 'nodes',
      columns,
      members,
      async read(session) {
        const state = await session.call<WorldState>('GET', '/sim/state');
        requireCluster(flags.cluster, state, session.name);
        const { now } = state.clock;
        const rows = state.nodes.map((node) => rowOf(node, now)).filter((row) => isWanted(row, flags));
        const unit = unitOfClusters(state.clusters);
        const gpus = rows.reduce((sum, row) => sum + row.gpus, 0);
        const free = rows.reduce((sum, row) => sum + row.freeGpus, 0);
        const { branch, seq } = state;
        return {
          title: `${now}  ${counted(rows.length, 'node')}, ${gpus} ${unit}s, ${free} free`,
          rows,
          unit,
          document: (ordered) => ({ branch, seq, now, nodes: ordered }),
        };
      },
    },
    output,
  );
}

function rowOf(node: NodeState, now: string): Row {
  const { up, gpus, freeGpus, repairAt, allocations } = node;
  const state = !up ? 'down' : freeGpus === gpus ? 'free' : freeGpus > 0 ? 'partial' : 'full';
  return {
    ...node,
    state,
    repairInMs: repairAt === null ? null : msBetween(now, repairAt),
    gprs: allocations.map(({ gprId }) => gprId ?? NONE),
  };
}

function isWanted(row: Row, { state, workspace, cluster }: NodesFlags): boolean {
  return (
    (state === undefined || row.state === state) &&
    (cluster === undefined || row.cluster === cluster) &&
    (workspace === undefined || row.allocations.some((allocation) => allocation.workspace === workspace))
  );
}

function requireCluster(cluster: string | undefined, { clusters }: WorldState, source: string): void {
  const names = clusters.map(({ name }) => name);
  if (cluster === undefined || names.includes(cluster)) return;
  throw badUsage(unknownName('cluster', cluster, source, names));
}

export function declare(command: Command, output: Output): void {
  addFilters(addListing(command, columns, output))
    .addOption(choice('--state <STATE>', 'list only nodes in this state', NODE_STATES))
    .addOption(at().conflicts('watch'))
    .action((from, flags) => nodes(from, flags, output));
}
