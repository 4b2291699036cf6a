// Which column of a table is what: by the option, and by the headers that are known.

import { MINUTE_MS } from '../../../base/numbers/time.ts';
import { quoted } from '../trace-table.ts';
import { instant, plainMs } from './instant-cells.ts';
import { type Columns, ROLES, type Role, UNITS } from './options.ts';

/** Headers that need no option, the best first: those of Helios, and those of sacct. Capital letters do not count. */
const KNOWN: Readonly<Record<Role, readonly string[]>> = {
  arrival: ['submit_time', 'Eligible', 'Submit'],
  run: ['duration', 'ElapsedRaw', 'Elapsed'],
  gpus: ['gpu_num', 'AllocTRES', 'AllocGRES', 'ReqTRES', 'ReqGRES', 'gpus'],
  nodes: ['node_num', 'AllocNodes', 'NNodes', 'ReqNodes'],
  instances: [],
  cpu: ['cpu_num'],
  owner: ['user'],
  exit: ['TimelimitRaw', 'Timelimit'],
  name: ['job_id', 'JobID', 'JobIDRaw'],
  start: ['start_time', 'Start'],
  end: ['end_time', 'End'],
  state: ['state'],
};

/** Headers, in small letters only, of columns that may have been meant. */
const LIKELY: Readonly<Partial<Record<Role, RegExp>>> = {
  nodes: /^(?:req|alloc|num|n)?nodes?(?:num|count)?$/,
  instances: /^(?:num|n)?inst(?:ances?)?(?:num|count)?$/,
  owner: /^(?:user(?:name|id)?|account|owner|uid)$/,
  exit: /limit|walltime/,
  name: /^(?:job)?(?:id|name)$/,
  state: /^(?:job)?(?:state|status)$/,
};

const NEEDED = ['arrival', 'run', 'gpus'] as const;
const SHOWN_MAX = 200;

export interface Place {
  readonly at: number;
  readonly header: string;
  /** What a plain number counts in a column of times, in ms; undefined: seconds, or what an instant seems to be in. */
  readonly unitMs: number | undefined;
}

export interface Places {
  /** By what they are: the columns, the best first. The first one that is not empty counts. */
  readonly of: ReadonlyMap<Role, readonly Place[]>;
  /** The identifiers of jobs of Slurm, and of their steps; undefined: the table is another one. */
  readonly slurmId: number | undefined;
}

/** The header that is equal but for capital letters, an equal one first; -1: none. */
function indexIn(header: readonly string[], name: string): number {
  const at = header.indexOf(name);
  return at >= 0 ? at : header.findIndex((other) => other.toLowerCase() === name.toLowerCase());
}

const isIn = (header: readonly string[], name: string) => indexIn(header, name) >= 0;

/** Returns the columns, or what is wrong; it completes an error message that begins with the file's name. */
export function placesOf(header: readonly string[], columns: Columns | undefined): Places | string {
  const of = new Map<Role, readonly Place[]>();
  const unknown: string[] = [];
  for (const role of ROLES) {
    const given = columns?.[role];
    const places = (given === undefined ? KNOWN[role] : [given.header]).flatMap((name) => {
      const at = indexIn(header, name);
      if (at < 0) return [];
      const unitMs = given?.unitMs ?? (role === 'exit' && isIn(KNOWN.exit, name) ? MINUTE_MS : undefined);
      return [{ at, header: header[at]!, unitMs }];
    });
    if (places.length > 0) of.set(role, places);
    else if (given !== undefined) unknown.push(given.header);
  }
  const found = `its header is ${quoted(header.join(), SHOWN_MAX)}`;
  if (unknown.length > 0) {
    const hasUnit = unknown.some((name) => indexIn(header, name.replace(/:[^:]*$/, '')) >= 0);
    const units = hasUnit ? `; the units of times are ${UNITS.map(([unit]) => unit).join(', ')}` : '';
    return `must have the column ${unknown.map((name) => quoted(name)).join(' and ')}, but ${found}${units}`;
  }
  const hasRun = of.has('run') || (of.has('start') && of.has('end'));
  const missing = NEEDED.filter((role) => !(role === 'run' ? hasRun : of.has(role)));
  if (missing.length > 0) {
    if (header.some(isValue))
      return `must begin with a header, but begins with ${quoted(header.join(), SHOWN_MAX)}; add one (sacct writes it without --noheader)`;
    return `must have columns for ${NEEDED.join(', ')}; name ${missing.join(' and ')} with columns (--columns ${missing.map((role) => `${role}=HEADER`).join()}${missing.includes('run') ? '; start=HEADER and end=HEADER do for run' : ''}), because ${found}`;
  }
  const twice = [...of.values()].flat().find((place) => header.lastIndexOf(place.header) !== place.at);
  if (twice !== undefined)
    return `must have the column ${quoted(twice.header)} once, but has it at ${twice.at + 1} and ${header.lastIndexOf(twice.header) + 1}; rename one`;
  const slurmId = ['JobID', 'JobIDRaw'].map((name) => indexIn(header, name)).find((at) => at >= 0);
  return { of, slurmId };
}

/** Whether a cell of the first line is a number or an instant, so that the line is no header. */
function isValue(cell: string): boolean {
  return !Number.isNaN(plainMs(cell, 1)) || typeof instant(cell, undefined, () => 0) !== 'string';
}

/** Whether the name of a column of GPUs has them on each node. */
export function isPerNode({ header }: Place): boolean {
  return /per[^a-z]*node/i.test(header);
}

/** A column that is not used, though it may be what the table seems to lack. */
export interface UnusedColumn {
  readonly header: string;
  readonly role: Role;
}

export function unusedColumns(header: readonly string[], { of }: Places): UnusedColumn[] {
  const used = new Set([...of.values()].flat().map(({ at }) => at));
  return Object.entries(LIKELY).flatMap(([role, likely]) => {
    if (of.has(role as Role)) return [];
    const at = header.findIndex(
      (name, i) => !used.has(i) && likely.test(name.toLowerCase().replaceAll(/[^a-z]/g, '')),
    );
    return at < 0 ? [] : [{ header: header[at]!, role: role as Role }];
  });
}
