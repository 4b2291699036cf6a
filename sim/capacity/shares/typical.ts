// The typical requests of a workload, by which fragmentation is measured (Weng et al., USENIX ATC 2023).

import { WHOLE_GPU } from './share-nodes.ts';

/** Requests are taken, the most frequent first, until they are this share of all. */
const SHARE_PERCENT = 95;

export interface Requested {
  readonly cpuMilli: number;
  readonly gpus: number;
  /** Thousandths of each of its GPUs. */
  readonly gpuMilli: number;
  /** Accepted GPU models, as the workload spells them; '' = any. */
  readonly models: string;
  /** Bit c: accepts class c of the pool. */
  readonly classes: number;
}

/** Requests with equal CPU, GPUs and models; memory does not count. */
export interface Typical {
  readonly requested: Requested;
  /** Its share of all typical requests. */
  readonly frequency: number;
}

/** @param all the requests of a workload */
export function typicalOf(all: readonly Requested[]): Typical[] {
  const counts = new Map<string, { readonly requested: Requested; count: number }>();
  for (const one of all) {
    const { cpuMilli, gpus, classes } = one;
    const isShared = gpus > 0;
    const requested = {
      cpuMilli,
      gpus,
      gpuMilli: isShared ? Math.min(one.gpuMilli, WHOLE_GPU) : 0,
      models: isShared ? one.models : '',
      classes,
    };
    const key = `${cpuMilli} ${requested.gpuMilli} ${gpus} ${requested.models}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { requested, count: 1 });
    else known.count += 1;
  }
  const inOrder = [...counts.values()].sort(
    (a, b) => b.count - a.count || compareLargestFirst(a.requested, b.requested),
  );
  let taken = 0;
  const typical: { readonly requested: Requested; readonly count: number }[] = [];
  for (const one of inOrder) {
    if (taken * 100 >= all.length * SHARE_PERCENT) break;
    typical.push(one);
    taken += one.count;
  }
  // The order of the two divisions decides the last bit.
  return typical.map(({ requested, count }) => {
    return { requested, frequency: count / all.length / (taken / all.length) };
  });
}

function compareLargestFirst(a: Requested, b: Requested): number {
  return (
    b.cpuMilli - a.cpuMilli ||
    b.gpuMilli - a.gpuMilli ||
    b.gpus - a.gpus ||
    (a.models < b.models ? 1 : a.models > b.models ? -1 : 0)
  );
}
