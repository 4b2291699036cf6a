// Logs of batch machines in the Standard Workload Format, such as those of the Parallel Workloads Archive. The machine is one
// node of interchangeable processors, which count as GPUs; the users of the log are workspaces.

import { SECOND_MS, TIME_MAX_MS } from '../../../base/numbers/time.ts';
import { PROCESSORS_MAX } from '../../../language/limits.ts';
import { PROCESSOR, type TraceGpr } from '../../../language/scenario.ts';
import type { ReadTrace, TraceFormat } from '../format.ts';
import { boundMs, compress, timesUp } from '../run-bound.ts';
import { type BrokenRows, quoted } from '../trace-table.ts';
import { Work } from '../work.ts';
import { countsOf, dropBroken, repairBroken } from './cleaning.ts';
import { type Report, reportOf, whyNone } from './log-report.ts';
import { bound, broken, type Estimate, type Options, processors } from './options.ts';
import { headerOf, readLog } from './swf-log.ts';

type File = 'log';

const INSTANCE_TYPE = 'machine';
/** The priority of all GPRs: they queue in order of arrival. */
const PRIORITY = 100;
const ANY: readonly string[] = [];

export const swf: TraceFormat<File, Options> = {
  name: 'swf',
  files: { log: { flag: '--workload', summary: 'the log in the Standard Workload Format' } },
  options: { broken, processors, compress, bound },

  read({ log }, options): ReadTrace<File> {
    const refused = (message: string): ReadTrace<File> => ({
      ok: false,
      problems: [{ file: 'log', message }],
    });
    const capacity = options.processors ?? processorsOf(headerOf(log, 'MaxProcs'));
    if (typeof capacity === 'string') return refused(whyNoLog(log) ?? capacity);
    const { gprs, workspaces, report, work, firstSeconds } = readJobs(log, capacity, options);
    if (gprs.length === 0) {
      const left = whyNone(work);
      const why = left === '' ? '' : `: ${left}`;
      const first = firstOf(report.broken);
      return refused(
        whyNoLog(log) ?? `must have a job that ran and fits the machine, but has none${why}${first}`,
      );
    }
    const startMs = startOf(headerOf(log, 'UnixStartTime'), firstSeconds);
    const type = { instanceType: INSTANCE_TYPE, gpuModelName: PROCESSOR };
    const nothing = { memoryGb: 0, cpuMilli: 0, memoryMib: 0, pricePerHourMicro: 0 };
    return {
      ok: true,
      trace: {
        instanceTypes: [{ ...type, gpuCount: capacity, ...nothing }],
        groups: [{ ...type, count: 1 }],
        capacity: 'processors',
        gprs,
        workspaces,
        ...(startMs !== undefined && { startMs }),
        report: reportOf(report, work),
      },
    };
  },
};

/** Why a text is another kind of file; undefined if it has jobs, or only comments. */
function whyNoLog(text: string): string | undefined {
  let jobs = 0;
  const broken = readLog(text, () => {
    jobs += 1;
  });
  if (jobs > 0 || broken.count === 0) return undefined;
  return `must be a log in the Standard Workload Format, with 18 numbers in each line, but no line has them${firstOf(broken)}`;
}

/** The end of a sentence: the first invalid line; '' without one. */
function firstOf({ listed: [first] }: BrokenRows): string {
  return first === undefined ? '' : `; line ${first.line}: ${first.why}`;
}

/** The number in the header; or why the log needs the option. */
function processorsOf(maxProcs: string | undefined): number | string {
  const parsed = maxProcs === undefined ? undefined : processors.parse(maxProcs);
  if (parsed !== undefined) return parsed;
  const found =
    maxProcs === undefined
      ? 'has none'
      : `has ${quoted(maxProcs)}, which is not a whole number from 1 to ${PROCESSORS_MAX}`;
  return `must have a line "; MaxProcs: N" with the processors of the machine, but ${found}; give them as processors (--processors N)`;
}

/** When the first job arrives; undefined if the header has no instant from 1970 to 2100. Many logs have 0 for an unknown one. */
function startOf(unixStartTime: string | undefined, firstSeconds: number): number | undefined {
  const seconds = /^[1-9][0-9]{0,9}$/.test(unixStartTime ?? '') ? Number(unixStartTime) : Infinity;
  return seconds <= START_MAX_SECONDS ? (seconds + firstSeconds) * SECOND_MS : undefined;
}

/** The year 2100. */
const START_MAX_SECONDS = 4_102_444_800;

/** The kept jobs in order of arrival, equal ones in the order of the log. The first one arrives at 0. */
function readJobs(log: string, capacity: number, { broken: cleaning, compress, bound }: Options) {
  const clean = cleaning === 'drop' ? dropBroken : repairBroken;
  const work = new Work();
  const needsTime = bound.kind === 'requested';
  const users = new Map<number, number>();
  const submits: number[] = [];
  const gprs: { -readonly [Member in keyof TraceGpr]: TraceGpr[Member] }[] = [];
  const names = new JobNames();
  let jobLines = 0;
  let timesCut = 0;
  let unordered = 0;
  let withoutLimit = 0;
  let longLines = 0;
  let before = 0;
  const invalid = readLog(log, (logged) => {
    jobLines += 1;
    if (logged.isCut) timesCut += 1;
    if (logged.submit < before) unordered += 1;
    before = logged.submit;
    if (logged.isLong) longLines += 1;
    const job = clean(logged, capacity, needsTime, work);
    if (job === undefined) return;
    const isTimed = logged.requestedTime > 0;
    if (!isTimed && !needsTime) withoutLimit += 1;
    work.keptMs += job.processors * job.run * SECOND_MS;
    const user = Math.max(-1, logged.user);
    const workspace = users.get(user) ?? users.size;
    users.set(user, workspace);
    submits.push(job.submit);
    const name = names.add(logged.number);
    // Without a spread: a log may have a million jobs.
    const gpr = {
      workspace,
      arrivalMs: 0,
      priority: PRIORITY,
      nodeCount: 1,
      gpusPerNode: job.processors,
      exitMs: estimateMs(job, isTimed, bound),
      runMs: job.run * SECOND_MS,
      gpuModels: ANY,
    };
    gprs.push(name === undefined ? gpr : Object.assign(gpr, { name }));
  });
  const order = submits.map((_, index) => index).sort((a, b) => submits[a]! - submits[b]!);
  const first = submits[order[0]!] ?? 0;
  const arrivalMs = (index: number) => Math.floor(((submits[index]! - first) * SECOND_MS) / compress);
  if (invalid.count > 0) work.loseInvalid(undefined, invalid.count);
  const report: Report = {
    jobLines: jobLines + invalid.count,
    processors: capacity,
    cleaning,
    gprs: gprs.length,
    workspaces: users.size,
    ...countsOf(work),
    timesCut,
    repeatedNumbers: names.repeated,
    unordered,
    withoutLimit,
    longLines,
    broken: invalid,
  };
  for (const index of order) gprs[index]!.arrivalMs = arrivalMs(index);
  return {
    gprs: order.map((index) => gprs[index]!),
    workspaces: [...users.keys()].map((user) => (user < 0 ? 'user-unknown' : `user-${user}`)),
    report,
    work,
    firstSeconds: first,
  };
}

/** Names of jobs by their numbers. In most logs, numbers ascend: then none needs to be looked up. */
class JobNames {
  /** Jobs whose number an earlier one has. */
  repeated = 0;
  readonly #ascending: number[] = [];
  #highest = Number.NEGATIVE_INFINITY;
  /** Number → how many jobs have it; undefined while the numbers ascend. */
  #counts: Map<number, number> | undefined;

  /** Returns the name; undefined without a whole number. */
  add(number: number): string | undefined {
    if (!Number.isInteger(number)) return undefined;
    if (number > this.#highest && this.#counts === undefined) {
      this.#highest = number;
      this.#ascending.push(number);
      return `job-${number}`;
    }
    this.#counts ??= new Map(this.#ascending.map((known) => [known, 1]));
    const count = (this.#counts.get(number) ?? 0) + 1;
    this.#counts.set(number, count);
    if (count === 1) return `job-${number}`;
    this.repeated += 1;
    return `job-${number}~${count}`;
  }
}

/** The exit duration. An estimate is never below the run time. */
function estimateMs(
  job: { readonly run: number; readonly estimate: number },
  isTimed: boolean,
  bound: Estimate,
): number {
  if (bound.kind === 'exact') return job.run * SECOND_MS;
  if (!isTimed && bound.kind !== 'requested')
    return Math.min(boundMs(job.run * SECOND_MS, bound), TIME_MAX_MS);
  const factor = bound.kind === 'times' ? bound.factor : 1;
  return Math.min(timesUp(job.estimate * SECOND_MS, factor), TIME_MAX_MS);
}
