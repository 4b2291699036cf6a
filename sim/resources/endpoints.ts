// Inference endpoints: Pending until its GPR is Successful and its image is pulled, then Running; Pending again when the
// GPR is gone. One without a GPR runs on CPUs and only pulls its image.

import { policyOf, withDefaults } from '../admission/policy.ts';
import { textHash } from '../base/hash.ts';
import { type IdCipher, internalUid } from '../base/ids.ts';
import { NEVER } from '../base/time.ts';
import { FactKind } from '../facts/catalogue.ts';
import { noteFact } from '../facts/log.ts';
import { ENDPOINT_STATUSES, State } from '../facts/numbered.ts';
import { Rank, Timer, timerId } from '../kernel/core.ts';
import type { CreateEndpoint } from '../language/resource-commands.ts';
import type { EndpointStatus, EndpointView } from '../language/resource-views.ts';
import type { Endpoint } from '../tables/resources.ts';
import type { World } from '../world.ts';
import { autoGpr, type Chosen, whyNoAutoGpr } from './bindings.ts';
import { standsAgainst, strike } from './faults.ts';
import { obtain, specRequest, viewOwned } from './owned.ts';
import { giveUp } from './sharing.ts';
import { stateOf, unwatch } from './watch.ts';

export function findEndpoint(world: World, workspace: number, name: string): Endpoint | undefined {
  const slot = world.resources.endpointByName.get(keyOf(workspace, name));
  return slot === undefined ? undefined : world.resources.endpoints.get(slot);
}

/** In order of creation. */
export function endpointsOf(world: World, workspace: number): Endpoint[] {
  return [...world.resources.endpoints.values()].filter((endpoint) => endpoint.workspace === workspace);
}

/** The GPR that an endpoint would get; its request is still to be admitted. */
export function endpointChoice(world: World, workspace: number, command: CreateEndpoint): Chosen {
  const { name, cluster, gpu } = command;
  if (gpu === 'none') return { ok: true, choice: { kind: 'none' } };
  if (gpu !== 'auto') {
    const spec = withDefaults(policyOf(world, workspace), gpu);
    const request = specRequest(spec, world.directory.workspaceName(workspace), cluster, name);
    return { ok: true, choice: { kind: 'make', by: 'requested', request } };
  }
  const auto = autoGpr(world, workspace, cluster, name);
  if (!auto.ok || auto.choice.kind !== 'none') return auto;
  return { ok: false, rejection: { code: 'gpu-missing', cluster, why: whyNoAutoGpr(world, workspace) } };
}

export function createEndpoint(world: World, workspace: number, command: CreateEndpoint, uid: number): void {
  const { core } = world;
  const { name, model, rawModelSpec, choice } = command;
  const { endpoints, endpointByName, endpointSlots } = world.resources;
  const cluster = world.directory.cluster(command.cluster);
  const slot = endpointSlots.take();
  const endpoint: Endpoint = {
    slot,
    uid,
    workspace,
    name,
    cluster,
    model,
    rawModelSpec,
    gpr: obtain(world, choice!, internalUid(uid, 0), timerId(Timer.endpoint, slot)),
    image: 'none',
    imageAt: NEVER,
    createdAt: core.now,
  };
  endpoints.set(slot, endpoint);
  endpointByName.set(keyOf(workspace, name), slot);
  noteFact(core.facts, FactKind.endpointCreated, core.now, {
    ...endpointWords(world, endpoint),
    cluster,
    gprId: endpoint.gpr?.uid ?? -1,
    hash: textHash(JSON.stringify({ model, rawModelSpec })),
  });
  core.setTimer(Timer.endpoint, slot, core.now, Rank.world);
}

/** Removes an endpoint whose GPR is not provisioned. A queued GPR that it owns goes with it, unless others need that. */
export function deleteEndpoint(world: World, endpoint: Endpoint): void {
  dropEndpoint(world, endpoint);
  giveUp(world, endpoint.gpr, timerId(Timer.endpoint, endpoint.slot));
}

/** Forgets an endpoint and leaves its GPR to itself. */
export function dropEndpoint(world: World, endpoint: Endpoint): void {
  const { core } = world;
  const { endpoints, endpointByName, endpointSlots } = world.resources;
  const { slot, gpr, workspace, name } = endpoint;
  if (gpr !== null) unwatch(world, gpr, timerId(Timer.endpoint, slot));
  core.clearTimer(Timer.endpoint, slot);
  endpoints.delete(slot);
  endpointByName.delete(keyOf(workspace, name));
  endpointSlots.give(slot);
  noteFact(core.facts, FactKind.endpointRemoved, core.now, endpointWords(world, endpoint));
}

/** The timer of an endpoint has come: its GPR has changed, or something about its image is over. */
export function onEndpointTimer(world: World, slot: number): void {
  const { core } = world;
  const was = world.resources.endpoints.get(slot)!;
  let endpoint = was;
  for (let next = step(world, endpoint); next !== endpoint; next = step(world, endpoint)) endpoint = next;
  world.resources.endpoints.set(slot, endpoint);
  if (endpoint.imageAt < NEVER) core.setTimer(Timer.endpoint, slot, endpoint.imageAt, Rank.world);
  const status = statusOf(endpoint);
  if (status === statusOf(was)) return;
  noteFact(core.facts, FactKind.endpointStatus, core.now, {
    ...endpointWords(world, endpoint),
    status: ENDPOINT_STATUSES.indexOf(status),
  });
}

/** A fault was removed: pulls that would have been of no use are tried again. */
export function retryImages(world: World): void {
  const { core } = world;
  for (const { slot, image, imageAt } of world.resources.endpoints.values()) {
    if (image === 'failed' && imageAt === NEVER) core.setTimer(Timer.endpoint, slot, core.now, Rank.world);
  }
}

/** One move of an endpoint; the same object when there is none to make now. */
function step(world: World, endpoint: Endpoint): Endpoint {
  const { gpr, image, imageAt } = endpoint;
  const { now } = world.core;
  const { durations } = world.scenario;
  const hasGpus = gpr === null || stateOf(world, gpr) === State.successful;
  if (!hasGpus) return image === 'none' ? endpoint : { ...endpoint, image: 'none', imageAt: NEVER };
  if (image === 'none') return { ...endpoint, image: 'pulling', imageAt: now + durations.imagePullMs };
  const target = { ...endpoint, endpoint: endpoint.name };
  if (image === 'pulling' && now >= imageAt) {
    if (strike(world, 'image', target) === undefined) return { ...endpoint, image: 'pulled', imageAt: NEVER };
    const retryAt = standsAgainst(world, 'image', target) ? NEVER : now + durations.imageRetryMs;
    return { ...endpoint, image: 'failed', imageAt: retryAt };
  }
  const mayRetry = imageAt === NEVER ? !standsAgainst(world, 'image', target) : now >= imageAt;
  if (image === 'failed' && mayRetry) {
    return { ...endpoint, image: 'pulling', imageAt: now + durations.imagePullMs };
  }
  return endpoint;
}

/** Status as it is shown: what a GPR has just done counts at once. */
function shownStatus(world: World, endpoint: Endpoint): EndpointStatus {
  const { gpr } = endpoint;
  const hasGpus = gpr === null || stateOf(world, gpr) === State.successful;
  return hasGpus ? statusOf(endpoint) : 'Pending';
}

function statusOf({ image }: Endpoint): EndpointStatus {
  if (image === 'pulled') return 'Running';
  return image === 'failed' ? 'ImageFailed' : 'Pending';
}

export function viewEndpoint(world: World, ids: IdCipher, endpoint: Endpoint): EndpointView {
  const { directory } = world;
  const { name, workspace, cluster, model, rawModelSpec, gpr, createdAt } = endpoint;
  return {
    name,
    workspace: directory.workspaceName(workspace),
    workspaceCreation: directory.creationOf(workspace),
    cluster: directory.clusters[cluster].name,
    namespace: directory.records.get(workspace)?.namespaces[0] ?? 'default',
    model,
    rawModelSpec,
    status: shownStatus(world, endpoint),
    gpr: gpr === null ? null : viewOwned(world, ids, gpr),
    createdAtMs: createdAt,
  };
}

/** The words by which facts name an endpoint. */
function endpointWords({ directory }: World, { uid, workspace, name }: Endpoint) {
  return { uid, workspace, endpoint: directory.textNumber(name) };
}

function keyOf(workspace: number, name: string): string {
  return `${workspace}/${name}`;
}
