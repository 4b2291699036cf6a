// What a trace with shared GPUs makes of a scenario: its pool, the typical requests, and shuffled arrivals.

import { SECOND_MS } from '../../base/numbers/time.ts';
import type { PoolSetup } from '../../capacity/shares/shares.ts';
import { typicalOf } from '../../capacity/shares/typical.ts';
import type { Cluster, InstanceType, Scenario, TraceGpr, TraceWorkload } from '../../language/scenario.ts';
import { ANY_CLASS } from '../../tables/demand-table.ts';
import { type StudyOrder, studyOrder } from './study-order.ts';

const WHOLE_GPU = 1000;

/** Between two shuffled arrivals. It has no other meaning: GPRs stay. */
const GAP_MS = SECOND_MS;

/** The order that the seed draws for the trace in a cluster; undefined if its GPRs arrive at their instants. */
export function orderIn(scenario: Scenario, cluster: Cluster): StudyOrder | undefined {
  const trace = traceIn(scenario, cluster.name);
  if (trace?.arrivals !== 'shuffled') return undefined;
  const pods = trace.gprs.map(({ gpusPerNode, shape }) => {
    return { gpus: gpusPerNode, gpuMilli: shape?.gpuMilli ?? WHOLE_GPU };
  });
  let nodes = 0;
  let gpus = 0;
  for (const { instanceType, gpuModelName, count } of cluster.nodes) {
    const type = scenario.instanceTypes.find(
      (known) => known.instanceType === instanceType && known.gpuModelName === gpuModelName,
    );
    nodes += count;
    gpus += count * (type?.gpuCount ?? 0);
  }
  return studyOrder(scenario.seed, pods, nodes, gpus * WHOLE_GPU);
}

/** The GPRs of a trace, in an order that has some of them several times. */
export function shuffled(gprs: readonly TraceGpr[], { arrivals }: StudyOrder): TraceGpr[] {
  const times = new Map<number, number>();
  return arrivals.map((index, number) => {
    const time = (times.get(index) ?? 0) + 1;
    times.set(index, time);
    const gpr = gprs[index];
    const name = time === 1 ? gpr.name : `${gpr.name}~${time}`;
    return { ...gpr, ...(name === undefined ? {} : { name }), arrivalMs: number * GAP_MS };
  });
}

/** @param types of the pool, by class @param order of its nodes; undefined: by number */
export function sharesSetup(
  scenario: Scenario,
  cluster: string,
  types: readonly InstanceType[],
  order: StudyOrder | undefined,
): PoolSetup {
  const gprs = traceIn(scenario, cluster)?.gprs ?? [];
  const requested = gprs.map((gpr) => {
    const { gpuMilli = WHOLE_GPU, cpuMilli = 0 } = gpr.shape ?? {};
    const models = gpr.gpuModels.join('|');
    return { cpuMilli, gpus: gpr.gpusPerNode, gpuMilli, models, classes: classesOf(gpr, types) };
  });
  return { ranks: order?.ranks ?? [], typical: typicalOf(requested) };
}

/** The mask of the classes whose GPU model a GPR accepts. @param types by class; undefined: the class does not count */
export function classesOf(
  { gpuModels }: TraceGpr,
  types: readonly (Pick<InstanceType, 'gpuModelName'> | undefined)[],
): number {
  let mask = 0;
  types.forEach((type, nodeClass) => {
    if (type === undefined) return;
    if (gpuModels.length === 0 || gpuModels.includes(type.gpuModelName)) mask |= 1 << nodeClass;
  });
  return mask === 2 ** types.length - 1 ? ANY_CLASS : mask;
}

function traceIn({ workload }: Scenario, cluster: string): TraceWorkload | undefined {
  return workload.find(
    (entry): entry is TraceWorkload => entry.kind === 'trace' && entry.cluster === cluster,
  );
}
