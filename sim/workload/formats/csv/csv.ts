// Recorded GPU jobs in a table, such as the accounting of Slurm: one row a job. The cluster is one pool of equal nodes, and the
// owners of the jobs are workspaces.

import { counted } from '../../../base/counted.ts';
import type { ReadTrace, TraceFormat } from '../format.ts';
import { bound, compress } from '../run-bound.ts';
import { COLUMNS_MAX, quoted, rowsOf } from '../trace-table.ts';
import { placesOf, unusedColumns } from './headers.ts';
import { readJobs } from './jobs.ts';
import { describe, type Report } from './jobs-report.ts';
import { columns, machine, type Options, zone } from './options.ts';

type File = 'jobs';

const INSTANCE_TYPE = 'node';
const GPU_MODEL = 'GPU';

/** Characters of the header in which separators are looked for. */
const HEADER_SEARCHED = 1 << 16;

/** What separates the cells of the header: cells of Slurm have commas, so a comma comes last. */
function separatorOf(text: string): string {
  const [header = ''] = text
    .slice(0, HEADER_SEARCHED)
    .replaceAll(/"[^"]*"/g, '')
    .trimStart()
    .split(/[\r\n]/, 1);
  return ['|', '\t', ';'].find((separator) => header.includes(separator)) ?? ',';
}

/** A line of dashes below the header, as sacct writes without --parsable2. */
const FIXED_WIDTH = /^[^\r\n]*\r?\n *-{3,}[ -]*(?:[\r\n]|$)/;

export const csv: TraceFormat<File, Options> = {
  name: 'csv',
  files: { jobs: { flag: '--workload', summary: 'the table of jobs' } },
  options: { machine, columns, zone, compress, bound },

  whyRefused({ zone }, zones) {
    if (zone === undefined || zones(zone) !== undefined) return undefined;
    return { option: 'zone', message: `must be a time zone such as Europe/Berlin, but is ${quoted(zone)}` };
  },

  read({ jobs: text }, options, zones): ReadTrace<File> {
    const refused = (message: string): ReadTrace<File> => ({
      ok: false,
      problems: [{ file: 'jobs', message }],
    });
    if (FIXED_WIDTH.test(text.slice(0, HEADER_SEARCHED)))
      return refused(
        'must have a character between cells, but has columns of fixed width, which cut long cells; write it with sacct --parsable2',
      );
    const rows = rowsOf(text, separatorOf(text));
    const header = rows.next();
    if (header.done) return refused('must have a header and jobs, but is empty');
    const { cells } = header.value;
    if (cells.length > COLUMNS_MAX) return refused(`must have at most ${COLUMNS_MAX} columns, but has more`);
    const places = placesOf(cells, options.columns);
    if (typeof places === 'string') return refused(places);
    const offsetMs = (options.zone === undefined ? undefined : zones?.(options.zone)) ?? (() => 0);
    const jobs = readJobs(rows, cells.length, places, offsetMs, options);
    if (typeof jobs === 'string') return refused(jobs);
    const { gprs, workspaces, startMs, counts, broken, work, warnings } = jobs;
    const report: Report = { ...counts, unusedColumns: unusedColumns(cells, places), broken };
    if (gprs.length === 0) {
      const left = work.losses.map(({ jobs, what: [noun, rest] }) => `; ${counted(jobs, noun)} ${rest}`);
      const [first] = broken.listed;
      const why = first === undefined ? '' : `; line ${first.line}: ${first.why}`;
      return refused(
        `must have a job with GPUs that ran and fits the machine, but has none${left.join('')}${why}`,
      );
    }
    const { nodes: count, gpusPerNode: gpuCount } = options.machine;
    const type = { instanceType: `${INSTANCE_TYPE}-${gpuCount}`, gpuModelName: GPU_MODEL };
    return {
      ok: true,
      trace: {
        instanceTypes: [{ ...type, gpuCount, memoryGb: 0, cpuMilli: 0, memoryMib: 0, pricePerHourMicro: 0 }],
        groups: [{ ...type, count }],
        gprs,
        workspaces,
        ...(startMs !== undefined && { startMs }),
        report: {
          data: report,
          lines: describe(report, places, work, options.zone !== undefined),
          work,
          warnings,
        },
      },
    };
  },
};
