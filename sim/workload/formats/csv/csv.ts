// Recorded GPU jobs in a table, such as the accounting of Slurm: one row a job. The cluster is one pool of equal nodes, and the
// owners of the jobs are workspaces.

import type { ReadTrace, TraceFormat } from '../format.ts';
import { bound, compress } from '../run-bound.ts';
import { rowsOf } from '../trace-table.ts';
import { placesOf } from './headers.ts';
import { readJobs } from './jobs.ts';
import { describe, type Report } from './jobs-report.ts';
import { columns, machine, type Options } from './options.ts';

type File = 'jobs';

const INSTANCE_TYPE = 'node';
const GPU_MODEL = 'GPU';

export const csv: TraceFormat<File, Options> = {
  name: 'csv',
  files: { jobs: { flag: '--workload', summary: 'the table of jobs' } },
  options: { machine, columns, compress, bound },

  read({ jobs: text }, options): ReadTrace<File> {
    const refused = (message: string): ReadTrace<File> => ({
      ok: false,
      problems: [{ file: 'jobs', message }],
    });
    // Cells of Slurm have commas.
    const firstLine = text.slice(0, text.search(/[\r\n]|$/));
    const rows = rowsOf(text, firstLine.includes('|') ? '|' : ',');
    const header = rows.next();
    if (header.done) return refused('must have a header and jobs, but is empty');
    const { cells } = header.value;
    const places = placesOf(cells, options.columns);
    if (typeof places === 'string') return refused(places);
    const { gprs, workspaces, counts, broken } = readJobs(rows, cells.length, places, options);
    const report: Report = { ...counts, broken };
    if (gprs.length === 0) {
      const [first] = broken;
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
        report: { data: report, lines: describe(report) },
      },
    };
  },
};
