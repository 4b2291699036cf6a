// Builds the engine's scenario from a scenario file that passed all checks.

import {
  type Cluster,
  type GeneratedWorkload,
  type InstanceType,
  type RecordedJob,
  type Scenario,
  type ScriptStep,
  type ScriptWorkload,
  SECOND_MS,
  type Trace,
  type TraceWorkload,
  type Workspace,
  type WrittenPool,
} from '../../../sim/index.ts';
import { distinct } from '../../wire/workspace.ts';
import { instanceTypesFor, type Pool, poolsOf } from './file-pools.ts';
import type { ScenarioFile } from './scenario-file.ts';
import { weightedPools } from './workload/check-generated.ts';
import { type NodeAt, nameOfNode, type Step } from './workload/check-steps.ts';
import { type FileJob, type GeneratedEntry, weeklyRates } from './workload/generated-entry.ts';

/** A trace. `name` is the name of its format and of its cluster. */
export interface NamedTrace extends Trace {
  readonly name: string;
}

/** What a scenario needs beside its file. */
export interface Beside {
  /** Replaces `"start": "now"`. */
  readonly start: string;
  /** Of the trace entries of the file, in order. */
  readonly traces: readonly NamedTrace[];
  /** Recorded jobs from files, by index of the workload entry. */
  readonly jobs: ReadonlyMap<number, readonly FileJob[]>;
  /** The file as written, if a study has changed it. */
  readonly written: ScenarioFile | undefined;
}

export function buildScenario(file: ScenarioFile, { start, traces, jobs, written }: Beside): Scenario {
  const tracesLeft = [...traces];
  const pools = poolsOf(file);
  return {
    name: file.name,
    start,
    seed: file.seed,
    scheduler: {
      queue: file.scheduler.queue,
      placement: file.scheduler.placement,
      order: file.scheduler.order,
      backfillOrder: file.scheduler.backfillOrder,
      workspaceLimit: file.scheduler.workspaceLimit ?? (traces.some(ofUsers) ? 'none' : 1),
      provisioningDelayMs: file.scheduler.provisioningDelay,
      cycle: file.scheduler.cycle,
      halfLifeMs: file.scheduler.halfLife,
    },
    recordEstimatesEveryMs: file.recordEstimatesEvery === 'off' ? null : file.recordEstimatesEvery,
    keepEnded: file.keepEnded,
    instanceTypes: [...file.instanceTypes.map(buildInstanceType), ...traces.flatMap((t) => t.instanceTypes)],
    clusters: [...file.clusters.map((cluster) => buildCluster(file, cluster)), ...traces.map(traceCluster)],
    writtenPools: written === undefined ? [] : otherSizes(poolsOf(written), pools),
    workspaces: file.workspaces.map(buildWorkspace),
    arrivalRateMilli: 1000,
    workload: file.workload.map((workload, w) => {
      if (workload.kind === 'generated')
        return buildGenerated(workload, start, pools, workload.jobs ?? jobs.get(w));
      if (workload.kind === 'script') return buildScript(file, workload.steps);
      return traceWorkload(tracesLeft.shift()!);
    }),
    failures: {
      nodeMtbfMs: file.failures.nodeMtbf ?? null,
      nodeRepairMs: file.failures.nodeRepair,
      provisioningMicro: file.failures.provisioning,
    },
    durations: {
      imagePullMs: file.durations.imagePull,
      imageRetryMs: file.durations.imageRetry,
      helmStepMs: file.durations.helmStep,
      manifestStepMs: file.durations.manifestStep,
      commandStepMs: file.durations.commandStep,
    },
    faults: file.faults,
  };
}

/** Leaves out an empty policy: a scenario with an empty policy equals a scenario without one. */
function buildWorkspace({ policy, ...sent }: ScenarioFile['workspaces'][number]): Workspace {
  const workspace = {
    ...sent,
    clusters: distinct(sent.clusters),
    namespaces: distinct(sent.namespaces),
  };
  return Object.keys(policy).length > 0 ? { ...workspace, policy } : workspace;
}

function buildInstanceType({ pricePerHour, ...type }: ScenarioFile['instanceTypes'][number]): InstanceType {
  return { ...type, pricePerHourMicro: pricePerHour };
}

function buildCluster(file: ScenarioFile, cluster: ScenarioFile['clusters'][number]): Cluster {
  return {
    name: cluster.name,
    cloudProvider: cluster.cloudProvider,
    cloud: cluster.cloud ?? cluster.cloudProvider,
    region: cluster.region,
    nodes: cluster.nodes.map((group) => ({
      instanceType: group.instanceType,
      gpuModelName: instanceTypesFor(file, group)[0]!.gpuModelName,
      count: group.count,
    })),
    onePool: false,
  };
}

/** All nodes of a trace form one pool, because its requests name the GPU models that they accept. */
function traceCluster({ name, groups, capacity }: NamedTrace): Cluster {
  const place = { name, cloudProvider: '', cloud: '', region: '' };
  return { ...place, nodes: groups, onePool: true, ...(capacity && { capacity }) };
}

function traceWorkload({ name, gprs, workspaces, arrivals }: NamedTrace): TraceWorkload {
  const optional = { ...(workspaces && { workspaces }), ...(arrivals && { arrivals }) };
  return { kind: 'trace', format: name, cluster: name, ...optional, gprs };
}

/** Whether the workspaces of a trace are its users, who have several GPRs at a time. */
function ofUsers({ workspaces }: NamedTrace): boolean {
  return workspaces !== undefined;
}

/** The written pools that have another size now. */
function otherSizes(written: readonly Pool[], pools: readonly Pool[]): WrittenPool[] {
  return written.flatMap(({ cluster, instanceType, gpuModelName, gpuCount, nodes }) => {
    const now = pools.find(
      (pool) =>
        pool.cluster === cluster && pool.instanceType === instanceType && pool.gpuModelName === gpuModelName,
    );
    if (now === undefined || (now.gpuCount === gpuCount && now.nodes === nodes)) return [];
    return [{ cluster, instanceType, gpuModelName, gpuCount, nodes }];
  });
}

function buildGenerated(
  workload: GeneratedEntry,
  start: string,
  pools: readonly Pool[],
  jobs: readonly FileJob[] | undefined,
): GeneratedWorkload {
  const { cluster = null, instanceType = null, arrivals } = workload;
  return {
    kind: 'generated',
    count: workload.count,
    startMs: workload.start,
    interArrivalMeanMs: workload.interArrival.mean,
    weekly: arrivals === undefined ? null : weeklyRates(arrivals, start),
    workspaces: workload.workspaces,
    pools: weightedPools(workload, pools) ?? { cluster, instanceType },
    priority: workload.priority,
    jobs: jobs?.map(buildJob) ?? null,
    gpus: workload.gpus ?? [1],
    nodes: workload.nodes ?? [1],
    exitDurationMs: workload.exitDuration ?? { from: SECOND_MS, to: SECOND_MS },
    runtimeShareMilli: workload.runtimeShare ?? { from: 1000, to: 1000 },
    evictsMilli: workload.evicts,
    requeuesMilli: workload.requeues,
    idleMilli: workload.idle,
    idleTimeOutMs: workload.idleTimeOut,
  };
}

function buildJob({ gpus, nodes, duration, exitDuration = duration, weight }: FileJob): RecordedJob {
  return { gpusPerNode: gpus, nodeCount: nodes, exitMs: exitDuration, runMs: duration, weight };
}

/** Steps of the same instant keep the order of the file. */
function buildScript(file: ScenarioFile, steps: readonly Step[]): ScriptWorkload {
  const clusters = new Map(file.clusters.map((cluster) => [cluster.name, cluster]));
  const nameOf = ({ cluster, node }: NodeAt) =>
    typeof node === 'string' ? node : nameOfNode(clusters.get(cluster)!, node)!;
  return {
    kind: 'script',
    steps: steps.map((step) => buildStep(step, nameOf)).sort((a, b) => a.atMs - b.atMs),
  };
}

function buildStep(step: Step, nameOf: (at: NodeAt) => string): ScriptStep {
  const { at: atMs, gpr, runtime, nodeDown, nodeUp } = step;
  if (gpr) return runtime === undefined ? { atMs, command: gpr } : { atMs, command: gpr, runMs: runtime };
  if (nodeDown) {
    const { cluster, repairAfter = null } = nodeDown;
    return {
      atMs,
      command: { kind: 'node.down', cluster, node: nameOf(nodeDown), repairAfterMs: repairAfter },
    };
  }
  return { atMs, command: { kind: 'node.up', cluster: nodeUp!.cluster, node: nameOf(nodeUp!) } };
}
