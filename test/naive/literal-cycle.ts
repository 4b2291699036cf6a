// The rule of one cycle for each event as simulators of batch queues have it: events of an instant are submissions in their
// order, then terminations in the order of the starts; a full pass follows each of them. The GPUs of a job count as free from its
// start + estimate on, even while its termination at this instant is still to come.

export interface Job {
  readonly atMs: number;
  readonly nodes: number;
  readonly gpus: number;
  readonly estimateMs: number;
  /** At least 1, at most the estimate. */
  readonly runMs: number;
}

interface Running {
  readonly job: number;
  readonly startMs: number;
  readonly on: readonly number[];
}

/** Job → the instant of its start and its nodes, first-fit. */
export function literalStarts(
  jobs: readonly Job[],
  nodeCount: number,
  gpuCount: number,
  policy: 'fcfs' | 'easy' | 'sjbf',
): Map<number, { readonly startMs: number; readonly on: readonly number[] }> {
  const starts = new Map<number, { readonly startMs: number; readonly on: readonly number[] }>();
  const running: Running[] = [];
  let queue: number[] = [];
  let submitted = 0;

  const endOf = ({ job, startMs }: Running) => startMs + jobs[job].estimateMs;
  /** Free GPUs by node if the jobs whose estimate is over at an instant have ended. */
  const freeAt = (atMs: number) =>
    Array.from({ length: nodeCount }, (_, node) =>
      running
        .filter((one) => endOf(one) > atMs && one.on.includes(node))
        .reduce((free, { job }) => free - jobs[job].gpus, gpuCount),
    );
  const fitting = (job: number, free: readonly number[]) => {
    const on = free.flatMap((gpus, node) => (gpus >= jobs[job].gpus ? [node] : []));
    return on.length < jobs[job].nodes ? undefined : on.slice(0, jobs[job].nodes);
  };
  const start = (job: number, on: readonly number[], nowMs: number) => {
    starts.set(job, { startMs: nowMs, on });
    running.push({ job, startMs: nowMs, on });
    queue = queue.filter((other) => other !== job);
  };

  const pass = (nowMs: number) => {
    for (let on = fits(queue[0]); on !== undefined; on = fits(queue[0])) start(queue[0], on, nowMs);
    if (policy === 'fcfs' || queue.length < 2) return;
    const [head, ...others] = queue;
    const ends = running.map(endOf).filter((end) => end > nowMs);
    const reservedMs = Math.min(...ends.filter((end) => fitting(head, freeAt(end)) !== undefined));
    let left = freeAt(reservedMs);
    if (policy === 'sjbf') others.sort((a, b) => jobs[a].estimateMs - jobs[b].estimateMs || a - b);
    for (const job of others) {
      const on = fits(job);
      if (on === undefined) continue;
      if (nowMs + jobs[job].estimateMs > reservedMs) {
        const rest = left.map((gpus, node) => (on.includes(node) ? gpus - jobs[job].gpus : gpus));
        if (fitting(head, rest) === undefined) continue;
        left = rest;
      }
      start(job, on, nowMs);
    }
    function fits(job: number | undefined) {
      return job === undefined ? undefined : fitting(job, freeAt(nowMs));
    }
  };

  const done = new Set<Running>();
  for (;;) {
    const submitMs = jobs[submitted]?.atMs ?? Infinity;
    const ends = running.filter((one) => !done.has(one));
    const terminatesMs = Math.min(...ends.map(({ job, startMs }) => startMs + jobs[job].runMs));
    const nowMs = Math.min(submitMs, terminatesMs);
    if (nowMs === Infinity) return starts;
    if (submitMs === nowMs) queue.push(submitted++);
    else {
      // Of the terminations of this instant, that of the job that started first.
      const first = ends.find(({ job, startMs }) => startMs + jobs[job].runMs === nowMs)!;
      done.add(first);
      running.splice(running.indexOf(first), 1);
    }
    pass(nowMs);
  }
}
