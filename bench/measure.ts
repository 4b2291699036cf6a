// A subject and its reference measured side by side: in every round both run, so that whatever slows the machine for
// a while slows both.

import { Bench } from 'tinybench';

/** A task does at least a thousand operations, or it would measure the timer. */
export interface Task {
  /** Before each run, unmeasured. */
  readonly prepare?: () => void;
  readonly run: () => void;
  /** After each run, unmeasured: throws when the result is wrong. */
  readonly check?: () => void;
}

export interface Effort {
  readonly rounds: number;
  /** Runs of each task in a round. */
  readonly runs: number;
}

export interface Measured {
  /** Medians over the rounds, ms. */
  readonly subjectMs: number;
  readonly referenceMs: number;
  /** Reference ÷ subject, by round: above 1 the subject is faster. */
  readonly ratios: readonly number[];
}

/** Measures in rounds; one more comes first, unmeasured, to warm up. */
export async function measure(subject: Task, reference: Task, { rounds, runs }: Effort): Promise<Measured> {
  await round(subject, reference, 1);
  const measured: { subject: number; reference: number }[] = [];
  for (let i = 0; i < rounds; i++) measured.push(await round(subject, reference, runs));
  return {
    subjectMs: median(measured.map((of) => of.subject)),
    referenceMs: median(measured.map((of) => of.reference)),
    ratios: measured.map((of) => of.reference / of.subject),
  };
}

/** Median and spread of ratios, as a row has them. */
export function summed(ratios: readonly number[]): { readonly ratio: number; readonly spread: number } {
  const ratio = median(ratios);
  return { ratio, spread: (Math.max(...ratios) - Math.min(...ratios)) / ratio };
}

async function round(subject: Task, reference: Task, runs: number) {
  const bench = new Bench({
    iterations: runs,
    time: 0,
    warmup: false,
    throws: true,
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
