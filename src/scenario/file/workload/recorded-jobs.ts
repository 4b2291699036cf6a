// Reads recorded jobs from a CSV file. Its first line names the columns: gpus and duration, and perhaps nodes, exitDuration and
// weight, in any order. A duration is that of a scenario, or a number of seconds, rounded up to a whole one.

import * as v from 'valibot';
import { limits } from '../../../../sim/index.ts';
import { readText } from '../../../traces/read.ts';
import { DURATION_FORMS } from '../../../wire/time/durations.ts';
import { type PathKey, problemsOfIssues, shown } from '../../fields/field-problems.ts';
import { type FileJob, recordedJob } from './generated-entry.ts';

const COLUMNS = ['gpus', 'nodes', 'duration', 'exitDuration', 'weight'] as const;
const NEEDED = ['gpus', 'duration'];
const DURATIONS: readonly string[] = ['duration', 'exitDuration'];

const isWhole = /^[0-9]{1,10}$/;
const isSeconds = /^[0-9]{1,10}(?:\.[0-9]{1,20})?$/;

interface JobOfLine {
  readonly line: number;
  readonly job: FileJob;
}

/** Each `why` completes a sentence that begins with the file's name. */
type ReadJobs =
  /** SHA-256 of the file, 64 hex digits. */
  | { readonly ok: true; readonly jobs: readonly JobOfLine[]; readonly sha256: string }
  | { readonly ok: false; readonly why: readonly string[] };

export function readJobs(path: string): ReadJobs {
  const read = readText(path, limits.jobsFileBytes);
  return read.ok ? jobsOf(read.text, read.sha256) : { ok: false, why: [read.why] };
}

function jobsOf(text: string, sha256: string): ReadJobs {
  const [header, ...rows] = text
    .split(/\r\n|\n|\r/)
    .map((row, i) => ({ line: i + 1, cells: row.split(',').map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.join('') !== '');
  const why = whyHeaderRefused(header?.cells ?? []);
  if (why !== undefined) return { ok: false, why: [why] };
  if (rows.length === 0 || rows.length > limits.jobs)
    return { ok: false, why: [`must have 1 to ${limits.jobs} jobs, but has ${rows.length}`] };
  const problems: string[] = [];
  const jobs: JobOfLine[] = [];
  for (const { line, cells } of rows) {
    if (cells.length !== header.cells.length) {
      problems.push(`has ${cells.length} cells in line ${line}; its first line has ${header.cells.length}`);
      continue;
    }
    const parsed = v.safeParse(recordedJob, sentOf(header.cells, cells));
    if (parsed.success) jobs.push({ line, job: parsed.output });
    else
      for (const { path, message } of problemsOfIssues(parsed.issues))
        problems.push(wrongInLine(line, path === '' ? 'job' : path, inColumn(path, message)));
  }
  return problems.length > 0 ? { ok: false, why: problems } : { ok: true, jobs, sha256 };
}

/** Completes a sentence that begins with the file's name. @param message completes one that begins with the member */
export function wrongInLine(line: number, member: PathKey, message: string): string {
  return `has in line ${line} a wrong ${member}: it ${message}`;
}

/** The message for a cell: in a file of jobs, six digits are seconds, not DDHHMM. */
function inColumn(column: string, message: string): string {
  return DURATIONS.includes(column)
    ? message.replace(DURATION_FORMS, '90s or 2h30m, or a number of seconds')
    : message;
}

function whyHeaderRefused(columns: readonly string[]): string | undefined {
  const isRight =
    columns.every((name, i) => COLUMNS.some((known) => known === name) && columns.indexOf(name) === i) &&
    NEEDED.every((name) => columns.includes(name));
  if (isRight) return undefined;
  const found = columns.length === 0 ? 'is empty' : `begins with ${shown(columns.join())}`;
  return `must begin with the names of its columns, gpus and duration and any of nodes, exitDuration and weight, but ${found}`;
}

/** The cells of a row as members of a job; an empty cell is a member left out. */
function sentOf(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  columns.forEach((column, i) => {
    const cell = cells[i];
    if (cell === '') return;
    if (DURATIONS.includes(column))
      sent[column] = isSeconds.test(cell) ? `${Math.ceil(Number(cell))}s` : cell;
    else sent[column] = isWhole.test(cell) ? Number(cell) : cell;
  });
  return sent;
}
