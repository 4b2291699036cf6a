// Inference endpoints: Pending until its GPR is Successful and its image is pulled, then Running.

import { type CreateEndpoint, FactKind, internalUid, State, textHash } from '../../sim/index.ts';
import { hasLastingFault, strike, type Target } from './faults.ts';
import type { Endpoint } from './resource-state.ts';
import { abandon, leave, obtain, uidOfGpr } from './sharing.ts';
import { clusterNumber, dueAt, type NaiveWorld, report, textNumber, type Workspace } from './state.ts';
import { newest } from './workspaces.ts';

/** In the order of their numbers in facts. */
const STATUSES = ['Pending', 'Running', 'ImageFailed'] as const;

export function findEndpoint(world: NaiveWorld, workspace: Workspace, name: string): Endpoint | undefined {
  return world.endpoints.find((known) => known.workspace === workspace && known.name === name);
}

export function createEndpoint(world: NaiveWorld, command: CreateEndpoint, uid: number): void {
  const { name, cluster, model, rawModelSpec, choice } = command;
  const endpoint: Endpoint = {
    kind: 'endpoint',
    uid,
    workspace: newest(world, command.workspace)!,
    name,
    cluster,
    use: null,
    image: 'none',
    imageAtMs: null,
    turn: null,
  };
  world.endpoints.push(endpoint);
  obtain(world, endpoint, choice!, internalUid(uid, 0));
  const words = [clusterNumber(world, cluster), uidOfGpr(endpoint)];
  reportOf(
    world,
    FactKind.endpointCreated,
    endpoint,
    ...words,
    textHash(JSON.stringify({ model, rawModelSpec })),
  );
  endpoint.turn = dueAt(world, world.nowMs);
}

/** Deletes an endpoint. If it owns a queued GPR that no other user needs, the GPR is deleted too. */
export function deleteEndpoint(world: NaiveWorld, endpoint: Endpoint): void {
  dropEndpoint(world, endpoint);
  abandon(world, endpoint);
}

/** Removes an endpoint; its GPR stays. */
export function dropEndpoint(world: NaiveWorld, endpoint: Endpoint): void {
  leave(endpoint);
  world.endpoints = world.endpoints.filter((known) => known !== endpoint);
  reportOf(world, FactKind.endpointRemoved, endpoint);
}

/** Handles a change of its GPR, the end of a pull, or a retry. */
export function takeEndpointTurn(world: NaiveWorld, endpoint: Endpoint): void {
  endpoint.turn = null;
  const before = statusOf(endpoint);
  while (move(world, endpoint));
  if (endpoint.imageAtMs !== null) endpoint.turn = dueAt(world, endpoint.imageAtMs);
  const status = statusOf(endpoint);
  if (status !== before) reportOf(world, FactKind.endpointStatus, endpoint, STATUSES.indexOf(status));
}

/** After a fault was removed by command: starts the failed pulls that had no retry planned. */
export function retryImages(world: NaiveWorld): void {
  for (const endpoint of world.endpoints) {
    if (endpoint.image === 'failed' && endpoint.imageAtMs === null) endpoint.turn = dueAt(world, world.nowMs);
  }
}

/** Makes one transition, if one is due. Returns whether it did. */
function move(world: NaiveWorld, endpoint: Endpoint): boolean {
  const { use, image, imageAtMs } = endpoint;
  const { imagePullMs, imageRetryMs } = world.scenario.durations;
  const hasGpus = use === null || use.gpr.state === State.successful;
  const isDue = imageAtMs !== null && world.nowMs >= imageAtMs;
  if (!hasGpus) {
    setImage(endpoint, 'none', null);
    return image !== 'none';
  }
  if (image === 'none') {
    setImage(endpoint, 'pulling', world.nowMs + imagePullMs);
    return true;
  }
  const target = targetOf(endpoint);
  if (image === 'pulling' && isDue) {
    if (strike(world, 'image', target) === null) setImage(endpoint, 'pulled', null);
    else if (hasLastingFault(world, 'image', target)) setImage(endpoint, 'failed', null);
    else setImage(endpoint, 'failed', world.nowMs + imageRetryMs);
    return true;
  }
  if (image === 'failed' && (isDue || (imageAtMs === null && !hasLastingFault(world, 'image', target)))) {
    setImage(endpoint, 'pulling', world.nowMs + imagePullMs);
    return true;
  }
  return false;
}

function setImage(endpoint: Endpoint, image: Endpoint['image'], atMs: number | null): void {
  endpoint.image = image;
  endpoint.imageAtMs = atMs;
}

function targetOf({ uid, workspace, cluster, name }: Endpoint): Target {
  return { uid, workspace: workspace.name, cluster, endpoint: name };
}

function statusOf({ image }: Endpoint): (typeof STATUSES)[number] {
  if (image === 'pulled') return 'Running';
  return image === 'failed' ? 'ImageFailed' : 'Pending';
}

function reportOf(world: NaiveWorld, kind: number, endpoint: Endpoint, ...words: number[]): void {
  const { uid, workspace, name } = endpoint;
  report(world, kind, uid, workspace.index, textNumber(world, name), ...words);
}
