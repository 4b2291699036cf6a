// Delta debugging: the smallest faults with which a run still fails in the same way (Zeller and Hildebrandt, 2002).

import { type Fault, isCallFault } from './faults/faults.ts';

/** Of this few faults, each is tried alone. */
const FEW = 24;

export interface Shrinking<R> {
  /** Runs the client with these faults. Returns the run if it fails in the same way. */
  readonly failed: (faults: readonly Fault[]) => Promise<R | undefined>;
  /** Simulated ms that a call takes. */
  readonly stepMs: number;
  /** How many clients run at once. They do not change the result. */
  readonly jobs: number;
  /** After this many runs, the result is the smallest so far. */
  readonly runsMax: number;
}

/**
 * The run with the smallest faults that fails in the same way as one with these: each fault that is left is needed, and none can be
 * shorter. undefined: it does not fail again.
 * @param faults in the order in which they happened
 */
export async function shrunk<R>(
  faults: readonly Fault[],
  { failed, stepMs, jobs, runsMax }: Shrinking<R>,
): Promise<R | undefined> {
  let left = runsMax;
  let smallest = faults;
  let found: R | undefined;
  /** Takes the first of these that fails. Returns its index; -1 without one. */
  const takeFirst = async (candidates: readonly (readonly Fault[])[]): Promise<number> => {
    for (let from = 0; from < candidates.length && left > 0; from += jobs) {
      const batch = candidates.slice(from, from + Math.min(jobs, left));
      const runs = await Promise.all(batch.map(failed));
      const index = runs.findIndex((run) => run !== undefined);
      left -= index < 0 ? batch.length : index + 1;
      if (index < 0) continue;
      smallest = batch[index]!;
      found = runs[index];
      return from + index;
    }
    return -1;
  };
  const only = (kept: (index: number) => boolean) => [
    earlier(smallest, kept, stepMs),
    smallest.filter((_, index) => kept(index)),
  ];
  if ((await takeFirst([[]])) === 0) return found;
  /** Removes pieces as long as one can go, smaller and smaller ones. */
  const removePieces = async (least: number) => {
    for (let size = smallest.length >> 1; size >= least && smallest.length > 1 && left > 0; ) {
      const starts = Array.from({ length: Math.ceil(smallest.length / size) }, (_, piece) => piece * size);
      const removals = starts.flatMap((from) => only((index) => index < from || index >= from + size));
      if ((await takeFirst(removals)) < 0) size >>= 1;
      else size = Math.min(size, smallest.length >> 1);
    }
  };
  const kinds = [...new Set(smallest.map(({ fault }) => fault))];
  if (kinds.length > 1)
    await takeFirst(kinds.flatMap((kind) => only((index) => smallest[index]!.fault === kind)));
  await removePieces(FEW >> 2);
  // Most bugs need one fault.
  if (smallest.length > 1 && smallest.length <= FEW)
    await takeFirst(smallest.flatMap((_, one) => only((index) => index === one)));
  await removePieces(1);
  for (let index = 0; index < smallest.length; index++)
    await takeFirst(shorterThan(smallest[index]!).map((shorter) => smallest.with(index, shorter)));
  // It may have no fault that can go or be shorter.
  if (found === undefined) await takeFirst([smallest]);
  return found;
}

/** The kept faults at the calls and instants to which they belong without those before them: a call that is not repeated takes no time. */
function earlier(
  faults: readonly Fault[],
  kept: (index: number) => boolean,
  stepMs: number,
): readonly Fault[] {
  return faults.flatMap((fault, index): Fault[] => {
    if (!kept(index)) return [];
    const gone = faults.filter((_, before) => before < index && !kept(before));
    if (isCallFault(fault)) {
      const same = gone.filter(isCallFault).filter(({ operation }) => operation === fault.operation);
      return [{ ...fault, nth: fault.nth - sumOf(same.map(({ times }) => times)) }];
    }
    const spans = gone.map((one) => {
      if (isCallFault(one)) return one.times * stepMs;
      return one.fault === 'jump' ? one.forMs : 0;
    });
    return [{ ...fault, atMs: Math.max(0, fault.atMs - sumOf(spans)) }];
  });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** Shorter forms of a fault, the shortest first. */
function shorterThan(fault: Fault): readonly Fault[] {
  if (isCallFault(fault)) {
    return Array.from({ length: fault.times - 1 }, (_, less) => ({ ...fault, times: less + 1 }));
  }
  return [60_000, 120_000, 300_000, 600_000, 1_800_000]
    .filter((forMs) => forMs < fault.forMs)
    .map((forMs) => ({ ...fault, forMs }));
}
