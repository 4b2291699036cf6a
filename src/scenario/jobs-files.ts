// Reads the files of recorded jobs that generated entries name.

import { resolve } from 'node:path';
import { fieldPath, type Problem } from './fields/field-problems.ts';
import { poolsOf } from './file/file-pools.ts';
import type { ScenarioFile } from './file/scenario-file.ts';
import { demandsOf, largestFor, noteTooLarge } from './file/workload/check-generated.ts';
import type { FileJob } from './file/workload/generated-entry.ts';
import type { InputFile, InputFiles } from './input-files.ts';

/** @param folder of the scenario file; paths are relative to it */
export function readJobsFiles(
  file: ScenarioFile,
  written: ScenarioFile = file,
  folder: string,
  { readJobs }: InputFiles,
): { jobs: Map<number, readonly FileJob[]>; inputs: InputFile[]; problems: Problem[] } {
  const jobs = new Map<number, readonly FileJob[]>();
  const inputs: InputFile[] = [];
  const problems: Problem[] = [];
  file.workload.forEach((entry, w) => {
    if (entry.kind !== 'generated' || entry.jobsFile === undefined) return;
    const path = resolve(folder, entry.jobsFile);
    const refuse = (why: string) =>
      problems.push({ path: fieldPath(['workload', w, 'jobsFile']), message: `names ${path}, which ${why}` });
    const read = readJobs(path);
    if (!read.ok) {
      for (const why of read.why) refuse(why);
      return;
    }
    inputs.push({ member: `/workload/${w}/jobsFile`, file: entry.jobsFile, sha256: read.sha256 });
    const most = largestFor(entry, poolsOf(file), poolsOf(written));
    for (const { line, job } of read.jobs)
      noteTooLarge(
        ([member], message) => refuse(`has in line ${line} a wrong ${member}: it ${message}`),
        most,
        demandsOf([], job),
      );
    jobs.set(
      w,
      read.jobs.map(({ job }) => job),
    );
  });
  return { jobs, inputs, problems };
}
