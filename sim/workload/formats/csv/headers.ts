// Which column of a table is what: by the option, and by the headers that are known.

import { quoted } from '../trace-table.ts';
import { type Columns, ROLES, type Role } from './options.ts';

/** Headers that need no option, the best first: those of Helios, and those of sacct. */
const KNOWN: Readonly<Record<Role, readonly string[]>> = {
  arrival: ['submit_time', 'Submit'],
  run: ['duration', 'ElapsedRaw', 'Elapsed'],
  gpus: ['gpu_num', 'AllocTRES', 'ReqTRES'],
  nodes: ['node_num', 'ReqNodes', 'AllocNodes', 'NNodes'],
  cpu: ['cpu_num'],
  owner: ['user', 'User'],
  exit: ['TimelimitRaw', 'Timelimit'],
  name: ['job_id', 'JobID'],
  start: ['start_time', 'Start'],
  end: ['end_time', 'End'],
  state: ['state', 'State'],
};

/** Headers, in small letters only, of columns that may have been meant. */
const LIKELY: Readonly<Partial<Record<Role, RegExp>>> = {
  nodes: /^(?:req|alloc|num|n)?nodes?(?:num|count)?$/,
  owner: /^(?:user(?:name|id)?|account|owner|uid)$/,
  exit: /limit|walltime/,
  name: /^(?:job)?(?:id|name)$/,
  state: /^(?:job)?(?:state|status)$/,
};

/** The columns of the time limits of Slurm, whose plain numbers are minutes. */
export const LIMITS_IN_MINUTES: readonly string[] = KNOWN.exit;
/** The column of Slurm in which steps of jobs have a dot. */
export const JOBS_OF_SLURM = 'JobID';

const NEEDED = ['arrival', 'run', 'gpus'] as const;
const SHOWN_MAX = 200;

/** A column by what it is: its index and its header. */
export type Places = ReadonlyMap<Role, { readonly at: number; readonly header: string }>;

/** Returns the columns, or what is wrong; it completes an error message that begins with the file's name. */
export function placesOf(header: readonly string[], columns: Columns | undefined): Places | string {
  const wanted = new Map<Role, string>();
  for (const role of ROLES) {
    const known = KNOWN[role].find((name) => header.includes(name));
    const name = columns?.get(role) ?? known;
    if (name !== undefined) wanted.set(role, name);
  }
  const hasRun = wanted.has('run') || (wanted.has('start') && wanted.has('end'));
  const missing = NEEDED.filter((role) => !(role === 'run' ? hasRun : wanted.has(role)));
  const found = `its header is ${quoted(header.join(), SHOWN_MAX)}`;
  if (missing.length > 0)
    return `must have columns for ${NEEDED.join(', ')}; name ${missing.join(' and ')} with columns (--columns ${missing.map((role) => `${role}=HEADER`).join()}), because ${found}`;
  const unknown = [...wanted.values()].filter((name) => !header.includes(name));
  if (unknown.length > 0)
    return `must have the column ${unknown.map((name) => quoted(name)).join(' and ')}, but ${found}`;
  return new Map([...wanted].map(([role, name]) => [role, { at: header.indexOf(name), header: name }]));
}

/** A column that is not used, though it may be what the table seems to lack. */
export interface UnusedColumn {
  readonly header: string;
  readonly role: Role;
}

export function unusedColumns(header: readonly string[], places: Places): UnusedColumn[] {
  const used = new Set([...places.values()].map(({ at }) => at));
  return Object.entries(LIKELY).flatMap(([role, likely]) => {
    if (places.has(role as Role)) return [];
    const at = header.findIndex(
      (name, i) => !used.has(i) && likely.test(name.toLowerCase().replaceAll(/[^a-z]/g, '')),
    );
    return at < 0 ? [] : [{ header: header[at]!, role: role as Role }];
  });
}
