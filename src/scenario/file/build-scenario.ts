// Builds the engine's scenario from a scenario file that passed all checks.

import type {
  Cluster,
  GeneratedWorkload,
  InstanceType,
  Scenario,
  ScriptStep,
  ScriptWorkload,
  Trace,
  TraceWorkload,
  Workspace,
} from '../../../sim/index.ts';
import { distinct } from '../../wire/workspace.ts';
import { type NodeAt, nodeNames, type Step } from './check-steps.ts';
import { instanceTypesFor } from './file-pools.ts';
import type { ScenarioFile } from './scenario-file.ts';

/** A trace. `name` is the name of its format and of its cluster. */
export interface NamedTrace extends Trace {
  readonly name: string;
}

type Generated = Extract<ScenarioFile['workload'][number], { kind: 'generated' }>;

/** `start` replaces `"start": "now"`; `traces` belong to the trace entries of the file, in order. */
export function buildScenario(file: ScenarioFile, start: string, traces: readonly NamedTrace[]): Scenario {
  const tracesLeft = [...traces];
  return {
    name: file.name,
    start,
    seed: file.seed,
    scheduler: {
      queue: file.scheduler.queue,
      placement: file.scheduler.placement,
      workspaceLimit: file.scheduler.workspaceLimit,
      provisioningDelayMs: file.scheduler.provisioningDelay,
    },
    recordEstimatesEveryMs: file.recordEstimatesEvery === 'off' ? null : file.recordEstimatesEvery,
    keepEnded: file.keepEnded,
    instanceTypes: [...file.instanceTypes.map(buildInstanceType), ...traces.flatMap((t) => t.instanceTypes)],
    clusters: [...file.clusters.map((cluster) => buildCluster(file, cluster)), ...traces.map(traceCluster)],
    workspaces: file.workspaces.map(buildWorkspace),
    workload: file.workload.map((workload) => {
      if (workload.kind === 'generated') return buildGenerated(workload);
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
function traceCluster({ name, groups }: NamedTrace): Cluster {
  return { name, cloudProvider: '', cloud: '', region: '', nodes: groups, onePool: true };
}

function traceWorkload({ name, gprs }: NamedTrace): TraceWorkload {
  return { kind: 'trace', format: name, cluster: name, gprs };
}

function buildGenerated(workload: Generated): GeneratedWorkload {
  return {
    kind: 'generated',
    count: workload.count,
    startMs: workload.start,
    interArrivalMeanMs: workload.interArrival.mean,
    workspaces: workload.workspaces,
    priority: workload.priority,
    gpus: workload.gpus,
    nodes: workload.nodes,
    exitDurationMs: workload.exitDuration,
    runtimeShareMilli: workload.runtimeShare,
    evictsMilli: workload.evicts,
    requeuesMilli: workload.requeues,
    idleMilli: workload.idle,
    idleTimeOutMs: workload.idleTimeOut,
  };
}

/** Steps of the same instant keep the order of the file. */
function buildScript(file: ScenarioFile, steps: readonly Step[]): ScriptWorkload {
  const nodes = new Map(file.clusters.map((cluster) => [cluster.name, nodeNames(cluster)]));
  const nameOf = ({ cluster, node }: NodeAt) =>
    typeof node === 'string' ? node : nodes.get(cluster)![node]!;
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
