// Reads the files of recorded jobs that generated entries name.

import { resolve } from 'node:path';
import { fieldPath, type Problem } from './fields/field-problems.ts';
import { listOf } from './fields/notes.ts';
import { poolsOf } from './file/file-pools.ts';
import type { ScenarioFile } from './file/scenario-file.ts';
import { demandsOf, largestFor, noteTooLarge } from './file/workload/check-generated.ts';
import type { FileJob } from './file/workload/generated-entry.ts';
import { wrongInLine } from './file/workload/recorded-jobs.ts';
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
  /** What is wrong → the entries that name the file. */
  const wrong = new Map<string, Set<number>>();
  file.workload.forEach((entry, w) => {
    if (entry.kind !== 'generated' || entry.jobsFile === undefined) return;
    const path = resolve(folder, entry.jobsFile);
    const refuse = (why: string) => {
      const message = `names ${path}, which ${why}`;
      wrong.set(message, (wrong.get(message) ?? new Set()).add(w));
    };
    const read = readJobs(path);
    if (!read.ok) {
      for (const why of read.why) refuse(why);
      return;
    }
    inputs.push({ file: entry.jobsFile, sha256: read.sha256 });
    const most = largestFor(entry, poolsOf(file), poolsOf(written));
    for (const { line, job } of read.jobs)
      noteTooLarge(
        ([member], message) => refuse(wrongInLine(line, member, message)),
        most,
        demandsOf([], job),
      );
    jobs.set(
      w,
      read.jobs.map(({ job }) => job),
    );
  });
  const problems = [...wrong].map(([message, [first, ...others]]) => {
    const also = others.map((w) => fieldPath(['workload', w]));
    return {
      path: fieldPath(['workload', first, 'jobsFile']),
      message: `${message}${also.length === 0 ? '' : ` (also in ${listOf(also)})`}`,
    };
  });
  return { jobs, inputs, problems };
}
