// The options of a table of jobs: its machine and its columns.

import { GPUS_PER_NODE_MAX } from '../../../language/scenario.ts';
import type { TraceOption } from '../format.ts';
import type { Bound } from '../run-bound.ts';

const NODES_MAX = 1_000_000;

export interface Machine {
  readonly nodes: number;
  readonly gpusPerNode: number;
}

/** What a column can be. */
export const ROLES = [
  ...(['arrival', 'run', 'gpus', 'nodes', 'cpu', 'owner', 'exit', 'name'] as const),
  ...(['start', 'end', 'state'] as const),
];
export type Role = (typeof ROLES)[number];

/** What a column is → its header. */
export type Columns = ReadonlyMap<Role, string>;

export type Options = {
  readonly machine: Machine;
  /** Beside or instead of those of a known header. */
  readonly columns: Columns | undefined;
  readonly compress: number;
  /** For jobs without a time limit. */
  readonly bound: Bound;
};

const MACHINE = '^([1-9][0-9]{0,6})x([1-9][0-9]{0,3})$';

export const machine: TraceOption<Machine> = {
  flag: '--machine',
  value: 'COUNTxGPUS',
  summary: 'the cluster: COUNT nodes of GPUS GPUs each',
  isNeeded: true,
  keepsWork: true,
  be: `COUNTxGPUS, with up to ${NODES_MAX} nodes of up to ${GPUS_PER_NODE_MAX} GPUs`,
  form: { pattern: MACHINE },
  parse(text) {
    const [nodes, gpusPerNode] = (new RegExp(MACHINE).exec(text) ?? []).slice(1).map(Number);
    if (nodes === undefined || gpusPerNode === undefined) return undefined;
    return nodes <= NODES_MAX && gpusPerNode <= GPUS_PER_NODE_MAX ? { nodes, gpusPerNode } : undefined;
  },
};

const PAIR = '[a-z]+=[^,=]{1,100}';

export const columns: TraceOption<Columns> = {
  flag: '--columns',
  value: 'WHAT=HEADER,…',
  summary: `the headers of columns, WHAT being ${ROLES.join(', ')}; those of Helios and of sacct are known`,
  be: `WHAT=HEADER,…, each WHAT once and one of ${ROLES.join(', ')}`,
  form: { pattern: `^${PAIR}(?:,${PAIR})*$` },
  parse(text) {
    if (!new RegExp(`^${PAIR}(?:,${PAIR})*$`).test(text)) return undefined;
    const pairs = text.split(',').map((pair) => pair.split('=') as [Role, string]);
    const known = new Map(pairs);
    return known.size === pairs.length && pairs.every(([role]) => ROLES.includes(role)) ? known : undefined;
  },
  wrongEntry: (text) =>
    text
      .split(',')
      .find((pair) => !new RegExp(`^${PAIR}$`).test(pair) || !ROLES.includes(pair.split('=')[0] as Role)),
};
