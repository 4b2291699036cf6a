// Which column of a table is what: by the option, and by the headers that are known.

import { quoted } from '../trace-table.ts';
import type { Columns, Role } from './options.ts';

/** Headers that need no option: the table has all that lead to a GPR, others only perhaps. */
const KNOWN: readonly Readonly<Partial<Record<Role, string>>>[] = [
  // Helios: job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue
  {
    ...{ arrival: 'submit_time', run: 'duration', gpus: 'gpu_num', nodes: 'node_num', cpu: 'cpu_num' },
    ...{ owner: 'user', name: 'job_id' },
  },
  // sacct -a -X --parsable2 -o JobID,User,Submit,ElapsedRaw,TimelimitRaw,ReqNodes,AllocTRES,State
  {
    ...{ arrival: 'Submit', run: 'ElapsedRaw', exit: 'TimelimitRaw', gpus: 'AllocTRES', nodes: 'ReqNodes' },
    ...{ owner: 'User', name: 'JobID' },
  },
];

/** The column of the time limits of Slurm, which are minutes. */
export const LIMITS_IN_MINUTES = 'TimelimitRaw';
/** The column of Slurm in which steps of jobs have a dot. */
export const JOBS_WITH_STEPS = 'JobID';

const NEEDED = ['arrival', 'run', 'gpus'] as const;
const SHOWN_MAX = 200;

/** A column by what it is: its index and its header. */
export type Places = ReadonlyMap<Role, { readonly at: number; readonly header: string }>;

/** Returns the columns, or what is wrong; it completes an error message that begins with the file's name. */
export function placesOf(header: readonly string[], columns: Columns | undefined): Places | string {
  const known = KNOWN.find((one) => NEEDED.every((role) => header.includes(one[role]!)));
  const wanted = new Map([
    ...(Object.entries(known ?? {}) as [Role, string][]).filter(([, name]) => header.includes(name)),
    ...(columns ?? []),
  ]);
  const missing = NEEDED.filter((role) => !wanted.has(role));
  const found = `its header is ${quoted(header.join(), SHOWN_MAX)}`;
  if (missing.length > 0)
    return `must have columns for ${NEEDED.join(', ')}; name ${missing.join(' and ')} with columns (--columns ${missing.map((role) => `${role}=HEADER`).join()}), because ${found}`;
  const unknown = [...wanted.values()].filter((name) => !header.includes(name));
  if (unknown.length > 0)
    return `must have the column ${unknown.map((name) => quoted(name)).join(' and ')}, but ${found}`;
  return new Map([...wanted].map(([role, name]) => [role, { at: header.indexOf(name), header: name }]));
}
