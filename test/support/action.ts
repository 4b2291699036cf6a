// Random input. An action refers to its target by a number. The GPR, node or workspace with that number is found when the
// action is played, so that most actions have a target.

import type { Command, CreateGpr, SetScheduler, Simulation, UpdateGpr } from '../../sim/index.ts';
import { type ResourceOrder, resourceCommandOf } from './resource-order.ts';
import { request, workspace } from './scenario.ts';

/** Workspace names: enough to crowd the pools, although each workspace holds one GPR at a time. */
export const TEAMS = Array.from({ length: 10 }, (_, i) => `team-${i}`);

export type Order =
  /** `pool`: number of the requested pool; null = any pool. */
  | {
      readonly kind: 'create';
      readonly workspace: number;
      readonly pool: number | null;
      readonly given: Partial<CreateGpr>;
    }
  | { readonly kind: 'update'; readonly gpr: number; readonly fields: Omit<UpdateGpr, 'kind' | 'gprId'> }
  | { readonly kind: 'release' | 'delete'; readonly gpr: number }
  | { readonly kind: 'activity'; readonly gpr: number; readonly busy: boolean }
  | { readonly kind: 'node.down'; readonly node: number; readonly repairAfterMs: number | null }
  | { readonly kind: 'node.up' | 'node.remove'; readonly node: number }
  | { readonly kind: 'node.add'; readonly cluster: number; readonly type: number; readonly count: number }
  | { readonly kind: 'workspace.delete'; readonly workspace: number }
  | { readonly kind: 'workspace.create'; readonly name: number }
  | { readonly kind: 'scheduler'; readonly given: Omit<SetScheduler, 'kind'> }
  | { readonly kind: 'workload'; readonly arrivalRateMilli: number }
  | { readonly kind: 'resource'; readonly order: ResourceOrder };

export interface Action {
  /** Ms since the previous action; 0 = the same instant. */
  readonly gapMs: number;
  /** If the instant is the same: whether the round of the previous action is closed first. */
  readonly newRound: boolean;
  readonly order: Order;
}

export function commandOf(order: Order, simulation: Simulation): Command | null {
  const { scenario } = simulation;
  switch (order.kind) {
    case 'create':
      return createOf(order, simulation);
    case 'update':
      return onGpr(simulation, order.gpr, (gprId) => ({ kind: 'gpr.update', gprId, ...order.fields }));
    case 'release':
      return onGpr(simulation, order.gpr, (gprId) => ({ kind: 'gpr.release', gprId }));
    case 'delete':
      return onGpr(simulation, order.gpr, (gprId) => ({ kind: 'gpr.delete', gprId }));
    case 'activity':
      return onGpr(simulation, order.gpr, (gprId) => ({ kind: 'gpr.activity', gprId, busy: order.busy }));
    case 'node.down':
      return onNode(simulation, order.node, (node) => ({
        kind: 'node.down',
        ...node,
        repairAfterMs: order.repairAfterMs,
      }));
    case 'node.up':
      return onNode(simulation, order.node, (node) => ({ kind: 'node.up', ...node }));
    case 'node.remove':
      return onNode(simulation, order.node, (node) => ({ kind: 'node.remove', ...node }));
    case 'node.add':
      return {
        kind: 'node.add',
        cluster: pickOf(scenario.clusters, order.cluster)!.name,
        instanceType: pickOf(scenario.instanceTypes, order.type)!.instanceType,
        gpuModelName: '',
        count: order.count,
      };
    case 'workspace.delete': {
      const known = pickOf(simulation.views.workspaces(), order.workspace);
      return known === undefined ? null : { kind: 'workspace.delete', name: known.name };
    }
    case 'scheduler':
      return { kind: 'scheduler.set', ...order.given };
    case 'workload':
      return { kind: 'workload.set', arrivalRateMilli: order.arrivalRateMilli };
    case 'resource':
      return resourceCommandOf(order.order, simulation);
    case 'workspace.create': {
      const clusters = scenario.clusters.map(({ name }) => name);
      return { kind: 'workspace.create', ...workspace(pickOf(TEAMS, order.name)!, clusters) };
    }
  }
}

/** The workspaces that a test can name: declared and created ones, and those of generated and recorded workloads. */
export function workspaceNames(simulation: Simulation): string[] {
  const made = [1, 2, 3].flatMap((entry) =>
    [1, 2, 3, 4, 5, 6].map((i) => `${simulation.scenario.name}-${entry}-${i}`),
  );
  const pods = Array.from({ length: 12 }, (_, i) => `pod-${i}`);
  const declared = simulation.views.workspaces().map(({ name }) => name);
  return [...declared, ...made, ...pods].filter((name) => simulation.views.gprsOf(name) !== undefined);
}

function createOf(order: Extract<Order, { kind: 'create' }>, simulation: Simulation): Command | null {
  const from = pickOf(simulation.views.workspaces(), order.workspace);
  if (from === undefined) return null;
  const named = order.pool === null ? undefined : pickOf(simulation.views.pools(), order.pool);
  if (named === undefined) return request(from.name, order.given);
  return request(from.name, {
    ...order.given,
    // The demand is limited to the pool's size, so that most requests are accepted.
    gpusPerNode: Math.min(order.given.gpusPerNode ?? 1, named.gpuCount),
    nodeCount: Math.min(order.given.nodeCount ?? 1, Math.max(1, named.nodes)),
    clusters: [named.cluster],
    instanceType: named.instanceType,
  });
}

function onGpr(simulation: Simulation, number: number, make: (gprId: string) => Command): Command | null {
  const gprs = workspaceNames(simulation).flatMap((name) => simulation.views.gprsOf(name)!);
  const gpr = pickOf(gprs, number);
  return gpr === undefined ? null : make(gpr.gprId);
}

function onNode(
  simulation: Simulation,
  number: number,
  make: (node: { cluster: string; node: string }) => Command,
): Command | null {
  const node = pickOf(simulation.views.nodes(), number);
  return node === undefined ? null : make({ cluster: node.cluster, node: node.name });
}

function pickOf<T>(list: readonly T[], number: number): T | undefined {
  return list.length === 0 ? undefined : list[number % list.length];
}
