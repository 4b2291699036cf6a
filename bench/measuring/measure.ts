// Measures a subject and a reference. Both run in every round, so that a temporary slowdown of the machine affects both.

import { Bench } from 'tinybench';

/** A task must do at least a thousand operations; otherwise the timer dominates the result. */
export interface Task {
  /** Called before each run, not measured. */
  readonly prepare?: () => void;
  readonly run: () => void;
  /** Called after each run, not measured; throws if the result is wrong. */
  readonly check?: () => void;
}

export interface Effort {
  readonly rounds: number;
  readonly runs: number;
  /** ms; default: real time. */
  readonly now?: () => number;
}

export interface Measured {
  readonly subjectMs: number;
  readonly referenceMs: number;
  /** Reference ÷ subject for each round; above 1, the subject is faster. */
  readonly ratios: readonly number[];
}

/** Measures in rounds, after one round to warm up. */
export async function measure(subject: Task, reference: Task, effort: Effort): Promise<Measured> {
  const { rounds } = effort;
  await round(subject, reference, { ...effort, runs: 1 });
  const measured: { subject: number; reference: number }[] = [];
  for (let i = 0; i < rounds; i++) measured.push(await round(subject, reference, effort));
  return {
    subjectMs: median(measured.map((of) => of.subject)),
    referenceMs: median(measured.map((of) => of.reference)),
    ratios: measured.map((of) => of.reference / of.subject),
  };
}

export function summed(ratios: readonly number[]): { readonly ratio: number; readonly spread: number } {
  const ratio = median(ratios);
  return { ratio, spread: (Math.max(...ratios) - Math.min(...ratios)) / ratio };
}

async function round(subject: Task, reference: Task, { runs, now }: Effort) {
  const bench = new Bench({
    iterations: runs,
    time: 0,
    warmup: false,
    throws: true,
    ...(now === undefined ? {} : { now }),
    setup: () => globalThis.gc?.(),
  });
  bench.add('subject', subject.run, hooks(subject));
  bench.add('reference', reference.run, hooks(reference));
  await bench.run();
  return { subject: medianMs(bench, 'subject'), reference: medianMs(bench, 'reference') };
}

function hooks({ prepare, check }: Task) {
  return {
    ...(prepare === undefined ? {} : { beforeEach: prepare }),
    ...(check === undefined ? {} : { afterEach: check }),
  };
}

function medianMs(bench: Bench, name: string): number {
  const result = bench.getTask(name)?.result;
  if (result?.state !== 'completed') throw new Error(`the task ${name} ended as ${result?.state}`);
  return result.latency.p50;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
