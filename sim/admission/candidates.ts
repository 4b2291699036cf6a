// Which pools could ever serve a request for GPUs, and what the other pools lack.

import type { Checked, Offer } from '../language/commands.ts';
import type { CreateGpr } from '../language/gpr.ts';
import type { InstanceType } from '../language/scenario.ts';
import { ANY_CLASS } from '../tables/demand-table.ts';
import type { World } from '../world.ts';
import { clusterRejections, hasShape, same, typeRejections } from './names.ts';
import { refuse, together } from './rejections.ts';

/** A pool that could serve a request with every node up and empty. */
export interface Candidate {
  readonly pool: number;
  /** Mask of its classes that the request accepts. */
  readonly classes: number;
}

export type Candidates = Checked<{ readonly candidates: readonly Candidate[] }>;

/** The pools that could serve a request, by index. @param allowed names of the clusters of its workspace */
export function candidatesFor(world: World, request: CreateGpr, allowed: readonly string[]): Candidates {
  const { core, directory } = world;
  const { instanceType, gpuShape } = request;
  const rejection = together([
    ...clusterRejections(world, request.clusters, request.workspace, allowed),
    ...typeRejections(world, request, ''),
  ]);
  if (rejection !== undefined) return refuse(rejection);
  const names = request.clusters.length > 0 ? request.clusters : allowed;
  const types = directory.instanceTypes;

  const candidates: Candidate[] = [];
  const offers: Offer[] = [];
  for (const pool of core.pools) {
    if (!names.includes(directory.clusters[pool.cluster].name)) continue;
    let room = 0;
    let mask = 0;
    pool.classes.forEach((index, nodeClass) => {
      const type = types[index];
      if (instanceType !== '' && !same(type.instanceType, instanceType)) return;
      if (gpuShape !== '' && !hasShape(type, gpuShape)) return;
      const hasMemory = hasMemoryFor(request, type);
      const nodes = pool.nodeCounts[nodeClass];
      const isServed = hasMemory && type.gpuCount >= request.gpusPerNode;
      offers.push({
        cluster: directory.clusters[pool.cluster].name,
        instanceType: type.instanceType,
        gpuModelName: type.gpuModelName,
        lacks: lackOf(request, type),
        nodeCount: nodes,
        gpusPerNode: type.gpuCount,
        memoryGbPerGpu: type.memoryGb,
      });
      if (!isServed) return;
      mask |= 1 << nodeClass;
      room += nodes;
    });
    if (mask === 0 || room < request.nodeCount) continue;
    const takesAll = mask === 2 ** pool.classes.length - 1;
    candidates.push({ pool: pool.index, classes: takesAll ? ANY_CLASS : mask });
  }
  if (candidates.length > 0) return { ok: true, candidates };
  if (offers.length > 0) {
    const { gpusPerNode, nodeCount, memoryGbPerGpu } = request;
    const requested = { gpusPerNode, nodeCount, memoryGbPerGpu };
    return refuse({ code: 'demand-never-fits', requested, offers });
  }
  const known = kindsIn(world, names);
  return refuse({ code: 'kind-not-there', clusters: names, instanceType, gpuShape, known });
}

/** The first member of a request that an instance type cannot satisfy; `nodeCount` if each single node would do. */
function lackOf(request: CreateGpr, type: InstanceType): Offer['lacks'] {
  if (!hasMemoryFor(request, type)) return 'memoryGbPerGpu';
  return type.gpuCount < request.gpusPerNode ? 'gpusPerNode' : 'nodeCount';
}

/** The memory of recorded machines is not known: it is 0, and suffices for any request. */
function hasMemoryFor({ memoryGbPerGpu }: CreateGpr, { memoryGb }: InstanceType): boolean {
  return memoryGbPerGpu === null || memoryGb === 0 || memoryGb >= memoryGbPerGpu;
}

/** The instance types in these clusters, as texts: `<type> with <GPU model>`. */
function kindsIn({ core, directory }: World, clusters: readonly string[]): string[] {
  const pools = core.pools.filter(({ cluster }) => clusters.includes(directory.clusters[cluster].name));
  const types = pools.flatMap(({ classes }) => classes.map((type) => directory.instanceTypes[type]));
  return [...new Set(types.map(({ instanceType, gpuModelName }) => `${instanceType} with ${gpuModelName}`))];
}
