// Finds the bugs of a client: runs it once for each seed, in a world with the faults of that seed, and shrinks what fails.

import { CommandFailure } from '../arguments/command-failure.ts';
import type { Fault, Rates } from './faults/faults.ts';
import { drawnPlan, listedPlan } from './faults/plan.ts';
import { shrunk } from './shrink.ts';
import { HuntServer, type Run, type RunSettings } from './worlds/hunt-server.ts';

export interface HuntSettings extends RunSettings {
  /** As that of `gprsim serve`. */
  readonly scenario: string | object;
  readonly seeds: readonly number[];
  /** How many clients run at once. */
  readonly jobs: number;
  readonly rates: Rates;
  /** After this many failures, in the order of the seeds, no further seed counts. */
  readonly failuresMax: number;
  /** Called in the order of the seeds, however many clients run at once. */
  readonly onRun: (run: Run, done: number) => void;
}

/** What a hunt found. */
export interface Hunted {
  /** How many seeds count. */
  readonly seeds: number;
  readonly failures: number;
  /** The kinds of failures, with the number of each. */
  readonly kinds: Readonly<Record<string, number>>;
  /** What was tried: the calls of each operation, and how often each kind of fault met the client. */
  readonly reached: {
    readonly operations: Readonly<Record<string, number>>;
    readonly faults: Readonly<Record<string, number>>;
  };
  /** The smallest failing run of each kind. */
  readonly cases: readonly Run[];
}

/** @throws CommandFailure if the client ignores its world; what `onRun` throws; the reason of the signal */
export async function hunt(settings: HuntSettings): Promise<Hunted> {
  const server = await HuntServer.open(settings.scenario, settings);
  try {
    const first = settings.seeds[0]!;
    const usual = await server.run(first, listedPlan([]));
    // A client that fails in a friendly world has no bug that a fault shows.
    if (usual.kind !== undefined) {
      settings.onRun(usual, 1);
      return summary([usual], [usual]);
    }
    if (usual.calls.length === 0)
      throw new CommandFailure(
        'the client made no call to its world, whose address it got, so there is nothing to hunt',
      );
    const runs = await runsOf(server, settings);
    const smallest = new Map<string, Run>();
    for (const run of runs) {
      if (run.kind === undefined) continue;
      const before = smallest.get(run.kind);
      if (before === undefined || run.faults.length < before.faults.length) smallest.set(run.kind, run);
    }
    const cases: Run[] = [];
    for (const run of smallest.values()) cases.push(await smallestLike(run, server, settings));
    return summary(runs, cases);
  } finally {
    await server.close();
  }
}

/** Runs cases again: each has its own faults. */
export async function repeat(
  settings: Omit<HuntSettings, 'seeds' | 'rates' | 'failuresMax'>,
  cases: readonly { readonly seed: number; readonly faults: readonly Fault[] }[],
): Promise<readonly Run[]> {
  const server = await HuntServer.open(settings.scenario, settings);
  try {
    return await inOrder(
      cases,
      settings.jobs,
      ({ seed, faults }) => server.run(seed, listedPlan(faults)),
      (run, done) => {
        settings.onRun(run, done);
        return true;
      },
    );
  } finally {
    await server.close();
  }
}

function runsOf(server: HuntServer, settings: HuntSettings): Promise<readonly Run[]> {
  const { seeds, jobs, rates, failuresMax, onRun } = settings;
  let failures = 0;
  return inOrder(
    seeds,
    jobs,
    (seed) => server.run(seed, drawnPlan(seed, rates)),
    (run, done) => {
      if (run.kind !== undefined) failures++;
      onRun(run, done);
      return failures < failuresMax;
    },
  );
}

/** Works on all items, some at once. Takes the results in the order of the items, until `take` returns false. */
async function inOrder<T, R>(
  items: readonly T[],
  jobs: number,
  work: (item: T) => Promise<R>,
  take: (result: R, done: number) => boolean,
): Promise<readonly R[]> {
  const results = new Map<number, R>();
  const taken: R[] = [];
  let next = 0;
  let isOver = false;
  const worker = async () => {
    while (!isOver && next < items.length) {
      const index = next++;
      results.set(index, await work(items[index]!));
      for (
        let result = results.get(taken.length);
        result !== undefined && !isOver;
        result = results.get(taken.length)
      ) {
        results.delete(taken.length);
        taken.push(result);
        isOver = !take(result, taken.length);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker));
  return taken;
}

/** Runs of a client to find the smallest faults. */
const SHRINKING_MAX = 300;

/** The run with the smallest faults that fails in the same way; the run itself if it does not fail again. */
async function smallestLike(run: Run, server: HuntServer, { pace, jobs }: HuntSettings): Promise<Run> {
  const failed = async (faults: readonly Fault[]) => {
    const again = await server.run(run.seed, listedPlan(faults));
    return again.kind === run.kind ? again : undefined;
  };
  const settings = { failed, stepMs: pace.stepMs, jobs, runsMax: SHRINKING_MAX };
  return (await shrunk(run.faults, settings)) ?? run;
}

function summary(runs: readonly Run[], cases: readonly Run[]): Hunted {
  const kinds: Record<string, number> = {};
  const operations: Record<string, number> = {};
  const faults: Record<string, number> = {};
  const add = (counts: Record<string, number>, name: string, more = 1) => {
    counts[name] = (counts[name] ?? 0) + more;
  };
  for (const run of runs) {
    if (run.kind !== undefined) add(kinds, run.kind);
    for (const [operation, count] of run.reached) add(operations, operation, count);
    for (const { fault } of run.faults) add(faults, fault);
  }
  const failures = runs.filter(({ kind }) => kind !== undefined).length;
  return { seeds: runs.length, failures, kinds, reached: { operations, faults }, cases };
}
