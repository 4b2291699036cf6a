// Chooses the GPR of an endpoint or a decision: one that it requests, one by the binding of its workspace, or none.

import { type CreateGpr, type GprChoice, type GpuSpec, IdCipher, internalUid } from '../../sim/index.ts';
import { admit } from './admission.ts';
import { withDefaults } from './policies.ts';
import { bindingOf, findGprTemplate } from './records.ts';
import type { Plan } from './resource-state.ts';
import { needing } from './sharing.ts';
import { byRank, type Gpr, isProvisioned, isQueued, type NaiveWorld, type Workspace } from './state.ts';

/** The GPR choice of an endpoint before admission, or the code of its rejection. */
export function endpointChoice(
  world: NaiveWorld,
  workspace: Workspace,
  { name, cluster, gpu }: { name: string; cluster: string; gpu: GpuSpec | 'none' | 'auto' },
): GprChoice | string {
  if (gpu === 'none') return { kind: 'none' };
  if (gpu !== 'auto') return requested(workspace, cluster, name, gpu);
  const choice = automatic(world, workspace, cluster, name, []);
  return typeof choice !== 'string' && choice.kind === 'none' ? 'gpu-missing' : choice;
}

/** The GPR choices of a placement's decisions, in their order. @param going GPRs that the placement replaces */
export function placementChoices(
  world: NaiveWorld,
  workspace: Workspace,
  plan: Plan,
  going: readonly Gpr[],
): GprChoice[] | string {
  const choices: GprChoice[] = [];
  for (const cluster of clustersOf(plan)) {
    const name = decisionName(plan.name, cluster);
    const choice =
      plan.gpu === null
        ? automatic(world, workspace, cluster, name, going)
        : requested(workspace, cluster, name, plan.gpu);
    if (typeof choice === 'string') return choice;
    choices.push(choice);
  }
  return choices;
}

/** The clusters of a plan's decisions. The plan's further clusters are for bursting. */
export function clustersOf({ definition, numPlacements }: Plan): readonly string[] {
  return definition.clusters.slice(0, numPlacements);
}

export function decisionName(placement: string, cluster: string): string {
  return `${placement}-${cluster}`;
}

/** The endpoint or the placement that makes GPRs, and how many it has made. */
export interface Owner {
  readonly uid: number;
  readonly made: number;
}

/**
 * Admits the new GPRs of some choices; each counts for the next. Pools are chosen in the present world.
 * @param more GPRs that the workspace will have besides its present ones
 */
export function admitAll(
  world: NaiveWorld,
  workspace: Workspace,
  choices: readonly GprChoice[],
  owner: Owner,
  more: number,
): GprChoice[] | string {
  const admitted: GprChoice[] = [];
  for (const choice of choices) {
    if (choice.kind !== 'make') {
      admitted.push(choice);
      continue;
    }
    const made = admitted.filter(({ kind }) => kind === 'make').length;
    const uid = internalUid(owner.uid, owner.made + made);
    const request = admit(world, workspace, choice.request, uid, more + made);
    if (typeof request === 'string') return request;
    admitted.push({ ...choice, request });
  }
  return admitted;
}

function requested(workspace: Workspace, cluster: string, name: string, gpu: GpuSpec): GprChoice {
  const request: CreateGpr = {
    kind: 'gpr.create',
    gprName: name,
    workspace: workspace.name,
    clusters: [cluster],
    ...withDefaults(workspace, gpu),
    idleTimeOutMs: null,
    enforceIdleTimeOut: null,
    dedicatedNodes: false,
    ...(gpu.nodeCount > 1 && { carried: { multiNode: true } }),
  };
  return { kind: 'make', by: 'requested', request };
}

/** Auto-GPR: the workspace's GPR in the cluster; else a queued one that others of the workspace wait for; else a new one. */
function automatic(
  world: NaiveWorld,
  workspace: Workspace,
  cluster: string,
  name: string,
  going: readonly Gpr[],
): GprChoice | string {
  const binding = bindingOf(world, workspace);
  if (binding === undefined || !binding.enableAutoGpr) return { kind: 'none' };
  const shared = sharedGpr(world, workspace, cluster, going);
  if (shared !== undefined)
    return { kind: 'attach', gprId: new IdCipher(world.scenario.seed).gprId(shared.uid) };
  const bound = binding.clusters.find((known) => known.cluster === cluster);
  if (bound === undefined) return { kind: 'none' };
  const request = byDefault(world, workspace, cluster, name);
  return request === null ? 'gpu-missing' : { kind: 'make', by: 'template', request };
}

/** The request by the default template of a cluster; null = auto-GPR is off there, or the template does not exist. */
export function byDefault(
  world: NaiveWorld,
  workspace: Workspace,
  cluster: string,
  name: string,
): CreateGpr | null {
  const binding = bindingOf(world, workspace);
  const bound = binding?.clusters.find((known) => known.cluster === cluster);
  const template = bound && findGprTemplate(world, bound.defaultTemplate);
  if (!binding?.enableAutoGpr || template === undefined) return null;
  const { name: _, cluster: __, ...members } = template;
  return {
    kind: 'gpr.create',
    gprName: name,
    workspace: workspace.name,
    clusters: [cluster],
    ...members,
    dedicatedNodes: false,
    ...(template.nodeCount > 1 && { carried: { multiNode: true } }),
  };
}

function sharedGpr(
  world: NaiveWorld,
  workspace: Workspace,
  cluster: string,
  going: readonly Gpr[],
): Gpr | undefined {
  const there = world.gprs.filter(
    (gpr) =>
      gpr.workspace === workspace &&
      world.scenario.clusters[gpr.pool.cluster].name === cluster &&
      !going.includes(gpr),
  );
  const held = there.filter(isProvisioned).sort((a, b) => a.startedAtMs - b.startedAtMs);
  const isShareable = (gpr: Gpr) => needing(gpr).some(({ use }) => use!.by !== 'requested');
  const awaited = there.filter((gpr) => isQueued(gpr) && isShareable(gpr)).sort(byRank);
  return held[0] ?? awaited[0];
}
