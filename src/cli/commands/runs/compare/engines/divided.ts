// What the scripts and manifests of --for run.

import { fileName, fileWord, shellWord } from '../../../../../files/shell-word.ts';

/** A comparison in parts. */
export interface Divided {
  /** Words of the command that repeats the comparison, beginning with `gprsim`. */
  readonly words: readonly string[];
  /** The folder of the results. */
  readonly folder: string;
  readonly parts: number;
  /** Runs of the whole comparison. */
  readonly runs: number;
  /** Parallel runs of one part. */
  readonly jobs: number;
  /** Words that choose the output of the merge, such as `--csv`. */
  readonly outputs: readonly string[];
  /** Files that the merge writes. */
  readonly written: readonly string[];
  /** Files that the command reads, by the name in `words`. */
  readonly files: readonly DividedFile[];
}

export interface DividedFile {
  readonly name: string;
  /** undefined if the file is too large, or names files in turn. */
  readonly content: string | undefined;
  /** The files of traces and jobs that it names, as it names them. */
  readonly named: readonly string[];
}

/** The words of a part without its number, which is the next word. */
export function partWords({ words, folder, jobs }: Divided): string[] {
  return [...words, '--results', fileName(folder), '--jobs', `${jobs}`, '--part'];
}

export function mergeWords({ words, folder, outputs }: Divided): string[] {
  return [...words, '--results', fileName(folder), '--merge', ...outputs];
}

/** A line for a shell. */
export function lineOf(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

/** A name for jobs: lower-case letters, digits and dashes. */
export function jobName({ folder }: Divided): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `gprsim-${name.slice(0, 40).replace(/-$/, '') || 'study'}`;
}

export const shellFolder = ({ folder }: Divided) => fileWord(folder);
