// Reads the files that a scenario names: from the disk each time, or once for many variants of the scenario.

import { readTrace } from '../traces/read.ts';
import { readJobs } from './file/workload/recorded-jobs.ts';

/** A file that a scenario names. */
export interface InputFile {
  /** The path as the scenario has it. */
  readonly file: string;
  /** SHA-256 of the file, 64 hex digits. */
  readonly sha256: string;
}

export interface InputFiles {
  readonly readTrace: typeof readTrace;
  readonly readJobs: typeof readJobs;
}

export const filesOfDisk: InputFiles = { readTrace, readJobs };

/** Readers that keep what they read last. */
export function keptFiles(): InputFiles {
  return { readTrace: keeping(readTrace), readJobs: keeping(readJobs) };
}

/** A scenario names few files. They are kept parsed, so that more could fill the memory. */
const KEPT_MAX = 4;

function keeping<Given extends readonly unknown[], Read>(
  read: (...given: Given) => Read,
): (...given: Given) => Read {
  const kept = new Map<string, Read>();
  return (...given) => {
    const key = JSON.stringify(given);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const [oldest] = kept.keys();
    if (kept.size === KEPT_MAX) kept.delete(oldest);
    const result = read(...given);
    kept.set(key, result);
    return result;
  };
}
