// Which rows of jobs that waited are overtaken by other rows of a table, such as one that is joined of several exports.

import { type Begun, fromMs, isQueuedAgainAfter, type JobRow } from './row.ts';

/** A row of an array, or of a job, that waits. */
interface Wait {
  readonly row: JobRow;
  /** Its tasks if it is an array. */
  readonly tasks: Tasks | undefined;
  /** Of its tasks, those that began. */
  readonly begun: Set<number>;
}

/** The rows of which another one has more: that the job began, that each task of the array began, or that it still waits later. */
export function overtakenWaits(rows: readonly JobRow[], withoutGpu: readonly Begun[]): ReadonlySet<JobRow> {
  const last = new Map<string, Wait>();
  const overtaken = new Set<JobRow>();
  for (const row of rows) {
    if (row.id === '' || row.job.stage !== 'waiting') continue;
    const tasks = tasksOf(row.id);
    const key = `${tasks?.array ?? row.id} ${row.job.owner}`;
    const wait = { row, tasks, begun: new Set<number>() };
    const other = last.get(key);
    const isLater = other === undefined || waitsLonger(wait, other);
    if (isLater) last.set(key, wait);
    if (other !== undefined) overtaken.add(isLater ? other.row : row);
  }
  if (last.size === 0) return overtaken;
  const begin = ({ id, owner, fromMs }: Begun) => {
    const wait = last.get(`${id} ${owner}`);
    if (wait !== undefined && fromMs >= wait.row.job.arrival.ms) overtaken.add(wait.row);
    const [, array, task] = /^(.*_)([0-9]+)$/.exec(id) ?? [];
    const ofArray = array === undefined ? undefined : last.get(`${array}[ ${owner}`);
    if (ofArray === undefined || fromMs < ofArray.row.job.arrival.ms) return;
    if (ofArray.tasks!.has(Number(task))) ofArray.begun.add(Number(task));
    if (ofArray.begun.size === ofArray.tasks!.count) overtaken.add(ofArray.row);
  };
  for (const { id, job } of rows)
    if (job.stage !== 'waiting') begin({ id, owner: job.owner, fromMs: waitedUntilMs(job) });
  for (const job of withoutGpu) begin(job);
  return overtaken;
}

/** Until when a row shows that a job did not wait: one that is queued again waits from a new arrival on, perhaps before its run. */
const waitedUntilMs = (job: JobRow['job']) => (isQueuedAgainAfter(job) ? job.arrival.ms : fromMs(job));

/** Whether a row shows a later state: a later arrival, or fewer tasks. */
function waitsLonger({ row, tasks }: Wait, other: Wait): boolean {
  if (tasks !== undefined && other.tasks !== undefined) return tasks.count < other.tasks.count;
  return row.job.arrival.ms > other.row.job.arrival.ms;
}

interface Tasks {
  /** What the identifiers of its tasks begin with, and a bracket. */
  readonly array: string;
  readonly count: number;
  has(task: number): boolean;
}

/** The tasks of an array that waits in one row, such as `7_[1-3,9-21:4%2]`; undefined: the row is of one job. */
function tasksOf(id: string): Tasks | undefined {
  const [, array, list] = /^(.*_\[)([0-9,:-]{1,1000})(?:%[0-9]+)?\]$/.exec(id) ?? [];
  if (array === undefined) return undefined;
  const spans = list!.split(',').map((span) => {
    const [, first, last = first, step = '1'] =
      /^([0-9]{1,9})(?:-([0-9]{1,9}))?(?::([0-9]{1,9}))?$/.exec(span) ?? [];
    return { first: Number(first), last: Number(last), step: Math.max(1, Number(step)) };
  });
  return {
    array,
    count: spans.reduce((sum, { first, last, step }) => sum + Math.floor((last - first) / step) + 1, 0),
    has: (task) =>
      spans.some(({ first, last, step }) => task >= first && task <= last && (task - first) % step === 0),
  };
}
