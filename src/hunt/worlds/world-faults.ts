// How the faults of the world happen: by requests that a user of the simulator could send.

import { PRIORITY_MAX } from '../../../sim/index.ts';
import type { WorldFault, WorldFaultKind } from '../faults/faults.ts';
import type { MeddledWorld } from './meddled-world.ts';

/** More than the life of a token. */
const TOKENS_END_MS = 3_600_000;

/** Lets a fault happen. Returns whether there was something that it could do. */
export function happen(fault: WorldFault, world: MeddledWorld): Promise<boolean> {
  return deeds[fault.fault](fault, world);
}

type Deed = (fault: WorldFault, world: MeddledWorld) => Promise<boolean>;

const deeds: Readonly<Record<WorldFaultKind, Deed>> = {
  async token(_fault, world) {
    world.passWall(TOKENS_END_MS);
    return true;
  },

  async node({ forMs }, world) {
    const running = (await world.liveOfClient()).find(({ nodes }) => nodes !== null && nodes.length > 0);
    if (running === undefined) return false;
    const node = `${running.cluster}/${running.nodes![0]}`;
    await world.ask('POST', `/sim/nodes/${node}/down`, { repairAfter: `${forMs / 1000}s` });
    return true;
  },

  async provisioning(_fault, world) {
    await world.ask('POST', '/sim/faults', { kind: 'provisioning', times: 1 });
    return true;
  },

  async eviction({ forMs }, world) {
    const gpr = (await world.liveOfClient()).find(
      ({ nodes, enableEviction }) => nodes !== null && enableEviction,
    );
    if (gpr === undefined) return false;
    const { cluster, instanceType } = gpr;
    const pools = (await poolsOf(world)).filter((pool) => pool.cluster === cluster);
    const pool = pools.find((pool) => pool.instanceType === instanceType)!;
    await take(pool, pool.nodes, forMs, world);
    return true;
  },

  async full({ forMs }, world) {
    const free = (await poolsOf(world)).filter(({ freeNodes }) => freeNodes > 0);
    for (const pool of free) await take(pool, pool.freeNodes, forMs, world);
    return free.length > 0;
  },

  async idle(_fault, world) {
    const gpr = (await world.liveOfClient()).find(({ state, idle }) => state === 'Successful' && !idle);
    if (gpr === undefined) return false;
    await world.ask('PUT', `/sim/gprs/${gpr.gprId}/activity`, { busy: false });
    return true;
  },

  async jump({ forMs }, world) {
    await world.advance(forMs);
    return true;
  },
};

interface Pool {
  readonly cluster: string;
  readonly instanceType: string;
  readonly gpuModelName: string;
  readonly gpus: number;
  /** Those that are up. */
  nodes: number;
  /** Those of them without a GPR. */
  freeNodes: number;
}

interface Node {
  readonly cluster: string;
  readonly instanceType: string;
  readonly gpuModelName: string;
  readonly gpus: number;
  readonly freeGpus: number;
  readonly up: boolean;
}

async function poolsOf(world: MeddledWorld): Promise<readonly Pool[]> {
  const { nodes } = await world.ask<{ nodes: readonly Node[] }>('GET', '/sim/state');
  const pools = new Map<string, Pool>();
  for (const { cluster, instanceType, gpuModelName, gpus, freeGpus, up } of nodes) {
    const key = `${cluster} ${instanceType}`;
    const pool = pools.get(key) ?? { cluster, instanceType, gpuModelName, gpus, nodes: 0, freeNodes: 0 };
    pools.set(key, pool);
    if (up) pool.nodes++;
    if (up && freeGpus === gpus) pool.freeNodes++;
  }
  return [...pools.values()];
}

/** Takes nodes of a pool for a new workspace. */
async function take(pool: Pool, nodes: number, forMs: number, world: MeddledWorld): Promise<void> {
  const { cluster, instanceType, gpuModelName, gpus } = pool;
  const workspaceName = world.newName();
  const owner = {
    namespaces: [workspaceName],
    username: workspaceName,
    email: `${workspaceName}@example.com`,
  };
  await world.ask('POST', '/api/v1/slice-workspace', { workspaceName, clusters: [cluster], ...owner });
  await world.ask('POST', '/api/v1/gpr', {
    gprName: workspaceName,
    sliceName: workspaceName,
    clusterName: cluster,
    instanceType,
    gpuShape: gpuModelName,
    numberOfGPUs: gpus,
    numberOfGPUNodes: nodes,
    priority: PRIORITY_MAX,
    exitDuration: `0d0h${forMs / 60_000}m`,
    enableEviction: true,
  });
}
