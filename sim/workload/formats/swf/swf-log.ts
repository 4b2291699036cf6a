// Reads a log in the Standard Workload Format (https://www.cs.huji.ac.il/labs/parallel/workload/swf.html): a line has 18 numbers,
// and describes a job; a line that begins with a semicolon or # is a comment, and may have a member of the header. Further
// fields of a line are not read.

import { TIME_MAX_MS } from '../../../base/numbers/time.ts';
import { BrokenRows, quoted } from '../trace-table.ts';

const FIELDS = 18;
/** In seconds. */
const TIME_MAX = Math.floor(TIME_MAX_MS / 1000);
/** Exact in a double. */
const DIGITS_MAX = 15;

/** The fields that are read, by their number in the line, counted from 1. A negative number means that a value is not known. */
const READ = [
  { field: 2, name: 'submit time', isTime: true },
  { field: 4, name: 'run time', isTime: true },
  { field: 5, name: 'allocated processors', isTime: false },
  { field: 8, name: 'requested processors', isTime: false },
  { field: 9, name: 'requested time', isTime: true },
  { field: 12, name: 'user', isTime: false },
] as const;

/** A job as the log has it: times in whole seconds. */
export interface LoggedJob {
  /** In the file, from 1. */
  readonly line: number;
  /** NaN: it has no whole number. */
  readonly number: number;
  readonly submit: number;
  readonly run: number;
  readonly allocated: number;
  readonly requested: number;
  readonly requestedTime: number;
  readonly user: number;
  /** Whether one of the times had a fraction, which is cut off. */
  readonly isCut: boolean;
  /** Whether its line has more fields than the format. */
  readonly isLong: boolean;
}

/** A member of the header: a text, which may be no number; undefined if there is none. */
export function headerOf(log: string, member: 'MaxProcs' | 'UnixStartTime'): string | undefined {
  return new RegExp(`^[;#][ \\t]*${member}:[ \\t]*([^\\r\\n]*)`, 'm').exec(log)?.[1]?.trim();
}

/** Visits the jobs of a log, in the order of its lines. Returns the lines that are no job. */
export function readLog(log: string, visit: (job: LoggedJob) => void): BrokenRows {
  const broken = new BrokenRows();
  /** Where the fields of a line begin and end. */
  const begins = new Int32Array(FIELDS);
  const ends = new Int32Array(FIELDS);
  const values = new Float64Array(READ.length);
  let line = 0;
  for (let at = 0; at < log.length; ) {
    line += 1;
    let fields = 0;
    let isComment = false;
    // Fields of one line.
    for (; at < log.length; ) {
      const code = log.charCodeAt(at);
      if (code === LF || code === CR) break;
      if (isComment || isBlank(code)) {
        at += 1;
        continue;
      }
      if (fields === 0 && (code === SEMICOLON || code === HASH)) {
        isComment = true;
        continue;
      }
      const from = at;
      while (at < log.length && log.charCodeAt(at) > SPACE) at += 1;
      if (fields < FIELDS) {
        begins[fields] = from;
        ends[fields] = at;
      }
      fields += 1;
    }
    at += log.charCodeAt(at) === CR && log.charCodeAt(at + 1) === LF ? 2 : 1;
    if (fields === 0) continue;
    const why =
      fields >= FIELDS
        ? readFields(log, begins, ends, values)
        : `must have at least ${FIELDS} fields, but has ${fields}`;
    if (why !== undefined) {
      broken.add({ table: 'log', line, why });
      continue;
    }
    const [submit, run, allocated, requested, requestedTime, user] = values;
    visit({
      line,
      number: numberAt(log, begins[0]!, ends[0]!),
      submit: Math.trunc(submit!),
      run: Math.trunc(run!),
      allocated: allocated!,
      requested: requested!,
      requestedTime: Math.trunc(requestedTime!),
      user: user!,
      isCut: submit! % 1 !== 0 || run! % 1 !== 0 || requestedTime! % 1 !== 0,
      isLong: fields > FIELDS,
    });
  }
  return broken;
}

/** Reads the fields of `READ`. Returns why the line is no job. */
function readFields(
  log: string,
  begins: Int32Array,
  ends: Int32Array,
  values: Float64Array,
): string | undefined {
  const wrong: string[] = [];
  for (let i = 0; i < READ.length; i++) {
    const { field, name, isTime } = READ[i]!;
    const from = begins[field - 1]!;
    const to = ends[field - 1]!;
    const value = numberAt(log, from, to);
    values[i] = value;
    const isRight = isTime ? value <= TIME_MAX : Number.isInteger(value);
    if (isRight) continue;
    const be = isTime ? `a number of seconds up to ${TIME_MAX}` : 'a whole number';
    wrong.push(`field ${field}, the ${name}, must be ${be}, but is ${quoted(log.slice(from, to))}`);
  }
  return wrong.length > 0 ? wrong.join('; ') : undefined;
}

/** The decimal number in `log[from … to)`; NaN if there is none. */
function numberAt(log: string, from: number, to: number): number {
  const isNegative = log.charCodeAt(from) === MINUS;
  const first = isNegative ? from + 1 : from;
  let value = 0;
  for (let at = first; at < to; at++) {
    const digit = log.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return decimalOf(log.slice(from, to));
    value = value * 10 + digit;
  }
  if (to === first || to - first > DIGITS_MAX) return NaN;
  return isNegative ? -value : value;
}

function decimalOf(text: string): number {
  return /^-?[0-9]{1,15}(?:\.[0-9]{0,9})?$/.test(text) ? Number(text) : NaN;
}

function isBlank(code: number): boolean {
  return code <= SPACE;
}

const LF = 10;
const CR = 13;
const SPACE = 32;
const MINUS = 45;
const ZERO = 48;
const SEMICOLON = 59;
const HASH = 35;
