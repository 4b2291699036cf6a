// Recorded GPU jobs in a table, such as the accounting of Slurm: one row a job. The cluster is one pool of equal nodes, and the
// owners of the jobs are workspaces.

import type { ReadTrace, TraceFormat } from '../format.ts';
import { bound, compress } from '../run-bound.ts';
import { COLUMNS_MAX, rowsOf } from '../trace-table.ts';
import { placesOf, unusedColumns } from './headers.ts';
import { lastLinesOf, readJobs } from './jobs.ts';
import { describe, type Report } from './jobs-report.ts';
import { columns, machine, type Options } from './options.ts';

type File = 'jobs';

const INSTANCE_TYPE = 'node';
const GPU_MODEL = 'GPU';

/** Characters of the header in which separators are looked for. */
const HEADER_SEARCHED = 1 << 16;

/** What separates the cells of the header: cells of Slurm have commas, so a comma comes last. */
function separatorOf(text: string): string {
  const header = text.slice(0, Math.min(text.search(/[\r\n]|$/), HEADER_SEARCHED)).replaceAll(/"[^"]*"/g, '');
  return ['|', '\t', ';'].find((separator) => header.includes(separator)) ?? ',';
}

export const csv: TraceFormat<File, Options> = {
  name: 'csv',
  files: { jobs: { flag: '--workload', summary: 'the table of jobs' } },
  options: { machine, columns, compress, bound },

  read({ jobs: text }, options): ReadTrace<File> {
    const refused = (message: string): ReadTrace<File> => ({
      ok: false,
      problems: [{ file: 'jobs', message }],
    });
    const separator = separatorOf(text);
    const rows = rowsOf(text, separator);
    const header = rows.next();
    if (header.done) return refused('must have a header and jobs, but is empty');
    const { cells } = header.value;
    if (cells.length > COLUMNS_MAX) return refused(`must have at most ${COLUMNS_MAX} columns, but has more`);
    const places = placesOf(cells, options.columns);
    if (typeof places === 'string') return refused(places);
    const lastLines = lastLinesOf(rowsOf(text, separator), places);
    if (typeof lastLines === 'string') return refused(lastLines);
    const { gprs, workspaces, startMs, counts, broken, work } = readJobs(
      rows,
      cells.length,
      places,
      lastLines,
      options,
    );
    const report: Report = { ...counts, unusedColumns: unusedColumns(cells, places), broken };
    if (gprs.length === 0) {
      const [first] = broken.listed;
      const why = first === undefined ? '' : `; line ${first.line}: ${first.why}`;
      return refused(`must have a job with GPUs that ran and fits the machine, but has none${why}`);
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
        report: { data: report, lines: describe(report), work },
      },
    };
  },
};
