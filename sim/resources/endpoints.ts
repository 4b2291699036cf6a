// Inference endpoints: an endpoint is Pending until its GPR is Successful and its image is pulled, then Running; Pending again
// when the GPR is requeued or has ended. An endpoint without a GPR runs on CPUs and only pulls its image.

import { refuse } from '../admission/rejections.ts';
import { policyOf, withDefaults } from '../admission/workspace-policy.ts';
import { type IdCipher, internalUid } from '../base/numbers/ids.ts';
import { NEVER } from '../base/numbers/time.ts';
import { FactKind } from '../facts/fact-catalogue.ts';
import { textHash } from '../facts/hash.ts';
import { noteFact } from '../facts/log.ts';
import { ENDPOINT_STATUSES, State } from '../facts/numbered.ts';
import { Timer, timerId } from '../kernel/timers.ts';
import type { CreateEndpoint } from '../language/resource-commands.ts';
import type { EndpointStatus, EndpointView } from '../language/resource-views.ts';
import type { Endpoint } from '../tables/resource-tables.ts';
import type { World } from '../world.ts';
import { autoGpr, type Chosen, whyNoAutoGpr } from './gprs/auto-gpr.ts';
import { obtain, specRequest, viewOwned } from './gprs/obtained.ts';
import { handOverOrEnd } from './gprs/sharing.ts';
import { stateOf, unwatch } from './gprs/watch.ts';
import { hasLastingFault, strike } from './injected-faults.ts';

export function findEndpoint(world: World, workspace: number, name: string): Endpoint | undefined {
  const slot = world.resources.endpointByName.get(keyOf(workspace, name));
  return slot === undefined ? undefined : world.resources.endpoints.get(slot);
}

/** The endpoints of a workspace, in order of creation. */
export function endpointsOf(world: World, workspace: number): Endpoint[] {
  return [...world.resources.endpoints.values()].filter((endpoint) => endpoint.workspace === workspace);
}

/** Chooses the GPR of a new endpoint. The caller must admit the request of a new GPR. */
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
  return refuse({ code: 'gpu-missing', cluster, why: whyNoAutoGpr(world, workspace) });
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
  core.timers.set(Timer.endpoint, slot, core.now);
}

/** Deletes an endpoint whose GPR is not provisioned, and removes a queued GPR that it owns unless another controller needs it. */
export function deleteEndpoint(world: World, endpoint: Endpoint): void {
  dropEndpoint(world, endpoint);
  handOverOrEnd(world, endpoint.gpr, timerId(Timer.endpoint, endpoint.slot));
}

/** Deletes an endpoint. Its GPR stays. */
export function dropEndpoint(world: World, endpoint: Endpoint): void {
  const { core } = world;
  const { endpoints, endpointByName, endpointSlots } = world.resources;
  const { slot, gpr, workspace, name } = endpoint;
  if (gpr !== null) unwatch(world, gpr, timerId(Timer.endpoint, slot));
  core.timers.clear(Timer.endpoint, slot);
  endpoints.delete(slot);
  endpointByName.delete(keyOf(workspace, name));
  endpointSlots.give(slot);
  noteFact(core.facts, FactKind.endpointRemoved, core.now, endpointWords(world, endpoint));
}

/** Handles the due timer of an endpoint: its GPR changed state, or a pull or a pause between pulls is over. */
export function onEndpointTimer(world: World, slot: number): void {
  const { core } = world;
  const was = world.resources.endpoints.get(slot)!;
  let endpoint = was;
  for (let next = step(world, endpoint); next !== endpoint; next = step(world, endpoint)) endpoint = next;
  world.resources.endpoints.set(slot, endpoint);
  if (endpoint.imageAt < NEVER) core.timers.set(Timer.endpoint, slot, endpoint.imageAt);
  const status = statusOf(endpoint);
  if (status === statusOf(was)) return;
  noteFact(core.facts, FactKind.endpointStatus, core.now, {
    ...endpointWords(world, endpoint),
    status: ENDPOINT_STATUSES.indexOf(status),
  });
}

/** After the removal of a fault: wakes the endpoints that a lasting fault kept from pulling their image. */
export function retryImages(world: World): void {
  const { core } = world;
  for (const { slot, image, imageAt } of world.resources.endpoints.values()) {
    if (image === 'failed' && imageAt === NEVER) core.timers.set(Timer.endpoint, slot, core.now);
  }
}

/** The next change of an endpoint; the same object if it changes no further now. */
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
    const retryAt = hasLastingFault(world, 'image', target) ? NEVER : now + durations.imageRetryMs;
    return { ...endpoint, image: 'failed', imageAt: retryAt };
  }
  const mayRetry = imageAt === NEVER ? !hasLastingFault(world, 'image', target) : now >= imageAt;
  if (image === 'failed' && mayRetry) {
    return { ...endpoint, image: 'pulling', imageAt: now + durations.imagePullMs };
  }
  return endpoint;
}

/** The status for views, which reflects the GPR even before the timer of the endpoint is handled. */
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

function endpointWords({ directory }: World, { uid, workspace, name }: Endpoint) {
  return { uid, workspace, endpoint: directory.textNumber(name) };
}

function keyOf(workspace: number, name: string): string {
  return `${workspace}/${name}`;
}
