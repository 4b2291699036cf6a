import { type Command, Option } from 'commander';
import { GPR_STATES } from '../../../../sim/index.ts';
import type { ListedGpr } from '../../../api/sim/answers.ts';
import { someWords } from '../../../arguments/words.ts';
import { span } from '../../../looks/span.ts';
import { WAIT_WORDS } from '../../../looks/wait-reasons.ts';
import { counted } from '../../../wire/text/counted.ts';
import { inUnit, unitOf } from '../../../wire/text/unit.ts';
import { at } from '../../support/flags.ts';
import { demandOf, msBetween } from '../../support/output/cells.ts';
import type { Output } from '../../support/output/output.ts';
import type { Column } from '../../support/output/table-columns.ts';
import { listGprs } from '../../support/sources/gpr-list.ts';
import { addFilters, addListing, type ListingFlags, list } from '../../support/sources/listing-flags.ts';
import { unitOfWorld } from '../../support/sources/world-unit.ts';

interface QueueFlags extends ListingFlags {
  readonly state?: string;
  readonly workspace?: string;
  readonly cluster?: string;
}

interface Row extends ListedGpr {
  /** From now to the estimated start; null if no start is foreseen. */
  readonly startsInMs: number | null;
}

const columnsOfAll: readonly Column<Row>[] = [
  { name: 'position', value: ({ position }) => position, spare: 1 },
  { name: 'GPR', value: ({ gprId }) => gprId },
  { name: 'name', value: ({ gprName }) => gprName, least: 10, spare: 4 },
  { name: 'workspace', value: ({ workspace }) => workspace, least: 9 },
  { name: 'cluster', value: ({ cluster }) => cluster, least: 9, spare: 3 },
  { name: 'priority', value: ({ priority }) => priority },
  { name: 'GPUs', value: ({ gpus }) => gpus, cell: demandOf },
  { name: 'state', value: ({ state }) => state },
  { name: 'waited', value: ({ waitedMs }) => waitedMs, text: span },
  { name: 'starts in', value: ({ startsInMs }) => startsInMs, text: span },
  { name: 'reason', value: ({ waitReason }) => waitReason && WAIT_WORDS[waitReason].words },
  {
    name: 'why',
    value: ({ why, gpuModelName }) => inUnit(why, unitOf([gpuModelName])),
    least: 30,
    spare: 5,
  },
];

/** Without --state, all GPRs have the same state. */
const columnsOfQueue = columnsOfAll.filter(({ name }) => name !== 'state');

const members: readonly (keyof Row & string)[] = [
  'position',
  'gprId',
  'gprName',
  'workspace',
  'cluster',
  'instanceType',
  'nodeCount',
  'gpusPerNode',
  'gpus',
  'priority',
  'state',
  'createdAt',
  'waitedMs',
  'startedAt',
  'estimatedStartTime',
  'startsInMs',
  'nodes',
  'waitReason',
  'why',
];

/** Lists GPRs in the order of the queue. @param from a URL or a file; undefined = the default URL */
export function queue(from: string | undefined, flags: QueueFlags, output: Output): Promise<void> {
  const { state = 'Queued', workspace, cluster } = flags;
  const columns = flags.state === undefined ? columnsOfQueue : columnsOfAll;
  return list(
    from,
    flags,
    {
      name: 'queue',
      columns,
      members,
      async read(session) {
        const { gprs, branch, seq, now, total } = await listGprs(session, { state, workspace, cluster });
        const rows = gprs.map((gpr) => rowOf(gpr, now));
        const isQueue = flags.state === undefined;
        const point =
          isQueue && total > 0
            ? '; "starts in": if nothing else happens, gprsim forecast has the likely starts'
            : '';
        const title = `${now}  ${counted(total, isQueue ? 'queued GPR' : 'GPR')}${point}`;
        const unit = await unitOfWorld(session);
        return { title, rows, unit, document: (ordered) => ({ branch, seq, now, total, gprs: ordered }) };
      },
    },
    output,
  );
}

function rowOf(gpr: ListedGpr, now: string): Row {
  const { estimatedStartTime } = gpr;
  return { ...gpr, startsInMs: estimatedStartTime === '' ? null : msBetween(now, estimatedStartTime) };
}

export function declare(command: Command, output: Output): void {
  addFilters(addListing(command, columnsOfAll, output))
    .addOption(
      new Option('--state <LIST>', 'list GPRs in these states, separated by commas (default: Queued)')
        .choices(GPR_STATES)
        .argParser(someWords('--state', 'states', GPR_STATES)),
    )
    .addOption(at().conflicts('watch'))
    .action((from, flags) => queue(from, flags, output));
}
