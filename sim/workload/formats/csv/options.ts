// The options of a table of jobs: its machine and its columns.

import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../base/numbers/time.ts';
import { GPUS_PER_NODE_MAX, NODES_MAX } from '../../../language/limits.ts';
import type { TraceOption } from '../format.ts';
import type { Bound } from '../run-bound.ts';

export interface Machine {
  readonly nodes: number;
  readonly gpusPerNode: number;
}

/** What a column with instants or times can be. */
const TIMES = ['arrival', 'run', 'exit', 'start', 'end'] as const;
/** What a column can be. */
export const ROLES = [
  ...(['arrival', 'run', 'gpus', 'nodes', 'instances', 'cpu', 'owner', 'exit', 'name'] as const),
  ...(['start', 'end', 'state'] as const),
];
export type Role = (typeof ROLES)[number];

/** The units of plain numbers in columns of times, in ms, from the smallest. */
export const UNITS: readonly (readonly [unit: string, ms: number, words: string])[] = [
  ['ms', 1, 'milliseconds'],
  ['s', SECOND_MS, 'seconds'],
  ['min', MINUTE_MS, 'minutes'],
  ['h', HOUR_MS, 'hours'],
];

export interface Column {
  readonly header: string;
  /** Of plain numbers, in ms; undefined: not given. */
  readonly unitMs?: number;
}

/** By what a column is. */
export type Columns = Readonly<Partial<Record<Role, Column>>>;

export type Options = {
  readonly machine: Machine;
  /** Beside or instead of those of a known header. */
  readonly columns: Columns | undefined;
  /** The time zone of dates without one; undefined: UTC. */
  readonly zone?: string | undefined;
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
const LIST = `^${PAIR}(?:,${PAIR})*$`;

function columnOf(pair: string): readonly [Role, Column] | undefined {
  if (!new RegExp(`^${PAIR}$`).test(pair)) return undefined;
  const [word, text] = pair.split('=') as [string, string];
  const role = ROLES.find((known) => known === word);
  if (role === undefined) return undefined;
  const unit = TIMES.some((time) => time === role)
    ? UNITS.find(([unit]) => text.endsWith(`:${unit}`) && text.length > unit.length + 1)
    : undefined;
  if (unit === undefined) return [role, { header: text }];
  return [role, { header: text.slice(0, -unit[0].length - 1), unitMs: unit[1] }];
}

export const columns: TraceOption<Columns> = {
  flag: '--columns',
  value: 'WHAT=HEADER[:UNIT],…',
  summary: `the headers of columns, WHAT being ${ROLES.join(', ')}, and UNIT that of numbers: ${UNITS.map(([unit]) => unit).join(', ')}; headers of Helios and of sacct are known`,
  be: `WHAT=HEADER,…, each WHAT and HEADER once, WHAT one of ${ROLES.join(', ')}, a HEADER of times perhaps with :ms, :s, :min or :h`,
  form: { pattern: LIST },
  parse(text) {
    if (!new RegExp(LIST).test(text)) return undefined;
    const found = text.split(',').map(columnOf);
    const pairs = found.filter((pair) => pair !== undefined);
    const roles = new Set(pairs.map(([role]) => role));
    const headers = new Set(pairs.map(([, { header }]) => header));
    const areRight = [pairs.length, roles.size, headers.size].every((count) => count === found.length);
    return areRight ? Object.fromEntries(pairs) : undefined;
  },
  wrongEntry: (text) => text.split(',').find((pair) => columnOf(pair) === undefined),
};

const ZONE = '^[A-Za-z0-9_+:/-]{1,64}$';

export const zone: TraceOption<string> = {
  flag: '--zone',
  value: 'ZONE',
  summary: 'the time zone of dates without one, such as Europe/Berlin; without it, they are UTC',
  be: 'a time zone such as Europe/Berlin',
  form: { pattern: ZONE },
  parse: (text) => (new RegExp(ZONE).test(text) ? text : undefined),
};
