// The order of arrivals and the ranks of nodes in the FGD study (Weng et al., USENIX ATC 2023; the artifact's simulator), drawn from
// a seed: all requests in random order, and as many more as fill the cluster to `FILL` times its GPUs.

import { LaggedGenerator } from './lagged-generator.ts';

/** Requested thousandths of GPUs, in proportion to those of the cluster. */
const FILL = 1.3;

/** Draws that the study's client takes between the arrivals and the ranks. */
const CLIENT_DRAWS = 10;

interface StudyPod {
  readonly gpus: number;
  /** Thousandths of each of its GPUs. */
  readonly gpuMilli: number;
}

export interface StudyOrder {
  /** Indexes of pods, in order of arrival. */
  readonly arrivals: readonly number[];
  /** By node: its rank. A tie between nodes goes to the lowest. */
  readonly ranks: readonly number[];
}

/**
 * @param pods by name, at least one of them with GPUs @param nodes their number @param gpuMilli thousandths of all their GPUs
 */
export function studyOrder(
  seed: number,
  pods: readonly StudyPod[],
  nodes: number,
  gpuMilli: number,
): StudyOrder {
  const random = new LaggedGenerator(seed);
  // The study draws one number before it shuffles.
  random.skip(1);
  const arrivals = pods.map((_, index) => index);
  random.shuffle(arrivals);
  fill(arrivals, pods, FILL * gpuMilli, random);
  random.skip(CLIENT_DRAWS);
  return { arrivals, ranks: random.perm(nodes) };
}

/** Adds or removes arrivals until their GPUs are about `target` thousandths. */
function fill(arrivals: number[], pods: readonly StudyPod[], target: number, random: LaggedGenerator): void {
  const demandOf = (index: number) => pods[index].gpus * pods[index].gpuMilli;
  let demand = 0;
  for (const index of arrivals) demand += demandOf(index);
  if (demand > target) {
    while (demand > target) {
      const [removed] = arrivals.splice(random.intn(arrivals.length), 1);
      demand -= demandOf(removed);
    }
    return;
  }
  for (;;) {
    const index = random.intn(pods.length);
    // The study compares the thousandths of one GPU here.
    if (demand + pods[index].gpuMilli > target) return;
    arrivals.push(index);
    demand += demandOf(index);
  }
}
