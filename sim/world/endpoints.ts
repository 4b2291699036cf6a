// Inference endpoints: Pending until its GPR is Successful and its image is pulled, then Running; Pending again when the
// GPR is gone. One without a GPR runs on CPUs and only pulls its image.

import { type Core, Rank, Timer, timerId } from '../core.ts';
import { FactKind, noteFact } from '../facts.ts';
import { State } from '../gpr.ts';
import { textHash } from '../hash.ts';
import { type IdCipher, internalUid } from '../ids.ts';
import { NEVER } from '../time.ts';
import type { WorldParts } from '../world-parts.ts';
import { autoGpr, type Chosen, whyNoAutoGpr } from './bindings.ts';
import type { CreateEndpoint } from './commands.ts';
import { standsAgainst, strike } from './faults.ts';
import { obtain, specRequest, viewOwned } from './owned.ts';
import { policyOf, withDefaults } from './policies.ts';
import { giveUp } from './sharing.ts';
import type { Endpoint } from './state.ts';
import type { EndpointStatus, EndpointView } from './views.ts';
import { stateOf, unwatch } from './watch.ts';

/** As facts number them. */
export const ENDPOINT_STATUSES: readonly EndpointStatus[] = ['Pending', 'Running', 'ImageFailed'];

export function findEndpoint(core: Core, workspace: number, name: string): Endpoint | undefined {
  const slot = core.world.endpointByName.get(keyOf(workspace, name));
  return slot === undefined ? undefined : core.world.endpoints.get(slot);
}

/** In order of creation. */
export function endpointsOf(core: Core, workspace: number): Endpoint[] {
  return [...core.world.endpoints.values()].filter((endpoint) => endpoint.workspace === workspace);
}

/** The GPR that an endpoint would get; its request is still to be admitted. */
export function endpointChoice(world: WorldParts, workspace: number, command: CreateEndpoint): Chosen {
  const { core } = world;
  const { name, cluster, gpu } = command;
  if (gpu === 'none') return { ok: true, choice: { kind: 'none' } };
  if (gpu !== 'auto') {
    const spec = withDefaults(policyOf(core, workspace), gpu);
    const request = specRequest(spec, core.directory.workspaceName(workspace), cluster, name);
    return { ok: true, choice: { kind: 'make', by: 'requested', request } };
  }
  const auto = autoGpr(world, workspace, cluster, name);
  if (!auto.ok || auto.choice.kind !== 'none') return auto;
  return { ok: false, rejection: { code: 'gpu-missing', cluster, why: whyNoAutoGpr(core, workspace) } };
}

export function createEndpoint(
  world: WorldParts,
  workspace: number,
  command: CreateEndpoint,
  uid: number,
): void {
  const { core } = world;
  const { name, model, rawModelSpec, choice } = command;
  const { endpoints, endpointByName, endpointSlots } = core.world;
  const cluster = core.directory.cluster(command.cluster);
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
  const hash = textHash(JSON.stringify({ model, rawModelSpec }));
  noteEndpoint(core, FactKind.endpointCreated, endpoint, cluster, endpoint.gpr?.uid ?? -1, hash);
  core.setTimer(Timer.endpoint, slot, core.now, Rank.world);
}

/** Removes an endpoint whose GPR is not provisioned. A queued GPR that it owns goes with it, unless others need that. */
export function deleteEndpoint(core: Core, endpoint: Endpoint): void {
  dropEndpoint(core, endpoint);
  giveUp(core, endpoint.gpr, timerId(Timer.endpoint, endpoint.slot));
}

/** Forgets an endpoint and leaves its GPR to itself. */
export function dropEndpoint(core: Core, endpoint: Endpoint): void {
  const { endpoints, endpointByName, endpointSlots } = core.world;
  const { slot, gpr, workspace, name } = endpoint;
  if (gpr !== null) unwatch(core, gpr.uid, timerId(Timer.endpoint, slot));
  core.clearTimer(Timer.endpoint, slot);
  endpoints.delete(slot);
  endpointByName.delete(keyOf(workspace, name));
  endpointSlots.give(slot);
  noteEndpoint(core, FactKind.endpointRemoved, endpoint);
}

/** The timer of an endpoint has come: its GPR has changed, or something about its image is over. */
export function onEndpointTimer(core: Core, slot: number): void {
  const was = core.world.endpoints.get(slot)!;
  let endpoint = was;
  for (let next = step(core, endpoint); next !== endpoint; next = step(core, endpoint)) endpoint = next;
  core.world.endpoints.set(slot, endpoint);
  if (endpoint.imageAt < NEVER) core.setTimer(Timer.endpoint, slot, endpoint.imageAt, Rank.world);
  const status = statusOf(endpoint);
  if (status === statusOf(was)) return;
  noteEndpoint(core, FactKind.endpointStatus, endpoint, ENDPOINT_STATUSES.indexOf(status));
}

/** A fault was removed: pulls that would have been of no use are tried again. */
export function retryImages(core: Core): void {
  for (const { slot, image, imageAt } of core.world.endpoints.values()) {
    if (image === 'failed' && imageAt === NEVER) core.setTimer(Timer.endpoint, slot, core.now, Rank.world);
  }
}

/** One move of an endpoint; the same object when there is none to make now. */
function step(core: Core, endpoint: Endpoint): Endpoint {
  const { gpr, image, imageAt } = endpoint;
  const { now, rules } = core;
  const hasGpus = gpr === null || stateOf(core, gpr.uid) === State.successful;
  if (!hasGpus) return image === 'none' ? endpoint : { ...endpoint, image: 'none', imageAt: NEVER };
  if (image === 'none') return { ...endpoint, image: 'pulling', imageAt: now + rules.durations.imagePullMs };
  const target = { ...endpoint, endpoint: endpoint.name };
  if (image === 'pulling' && now >= imageAt) {
    if (strike(core, 'image', target) === undefined) return { ...endpoint, image: 'pulled', imageAt: NEVER };
    const retryAt = standsAgainst(core, 'image', target) ? NEVER : now + rules.durations.imageRetryMs;
    return { ...endpoint, image: 'failed', imageAt: retryAt };
  }
  const mayRetry = imageAt === NEVER ? !standsAgainst(core, 'image', target) : now >= imageAt;
  if (image === 'failed' && mayRetry) {
    return { ...endpoint, image: 'pulling', imageAt: now + rules.durations.imagePullMs };
  }
  return endpoint;
}

/** Status as it is shown: what a GPR has just done counts at once. */
function shownStatus(core: Core, endpoint: Endpoint): EndpointStatus {
  const { gpr } = endpoint;
  const hasGpus = gpr === null || stateOf(core, gpr.uid) === State.successful;
  return hasGpus ? statusOf(endpoint) : 'Pending';
}

function statusOf({ image }: Endpoint): EndpointStatus {
  if (image === 'pulled') return 'Running';
  return image === 'failed' ? 'ImageFailed' : 'Pending';
}

export function viewEndpoint(core: Core, ids: IdCipher, endpoint: Endpoint): EndpointView {
  const { directory } = core;
  const { name, workspace, cluster, model, rawModelSpec, gpr, createdAt } = endpoint;
  return {
    name,
    workspace: directory.workspaceName(workspace),
    workspaceCreation: directory.creationOf(workspace),
    cluster: directory.clusters[cluster].name,
    namespace: directory.records.get(workspace)?.namespaces[0] ?? 'default',
    model,
    rawModelSpec,
    status: shownStatus(core, endpoint),
    gpr: gpr === null ? null : viewOwned(core, ids, gpr),
    createdAtMs: createdAt,
  };
}

function noteEndpoint(core: Core, kind: number, endpoint: Endpoint, ...words: readonly number[]): void {
  const { uid, workspace, name } = endpoint;
  noteFact(core.facts, kind, core.now, [uid, workspace, core.directory.textNumber(name), ...words]);
}

function keyOf(workspace: number, name: string): string {
  return `${workspace}/${name}`;
}
