// Draws the requests of a client.

import type { Random } from '../faults/random.ts';
import type { Fact } from './found.ts';
import type { BranchRequest, Gpr, Ledger, Request } from './ledger.ts';
import { CLUSTER, GPU_SHAPE, INSTANCE_TYPE, SCENARIO, WORKSPACES } from './scenario.ts';

const OLDEST = 40;

/** @param name a name that no other request has @param busy GPRs and keys that an unanswered request names */
export function drawRequest(
  random: Random,
  ledger: Ledger,
  name: string,
  busy: ReadonlySet<Gpr | string>,
): Request {
  const draw = random.int(0, 99);
  const priority = random.int(1, 300);
  const create: Request = { kind: 'create', name, workspace: random.pick(WORKSPACES), priority };
  if (draw < 45) return create;
  if (draw < 49) return { kind: 'create-key', name };
  if (draw < 52) {
    const values = [...ledger.keys.keys()].filter((value) => !busy.has(value));
    return values.length === 0 ? create : { kind: 'remove-key', value: random.pick(values) };
  }
  // The oldest GPRs hold GPUs or have ended. The others are queued.
  const candidates = draw < 64 ? ledger.live.slice(0, OLDEST) : ledger.live;
  const gpr = candidates.length === 0 ? undefined : random.pick(candidates);
  if (gpr === undefined || busy.has(gpr)) return create;
  if (draw < 64) return { kind: gpr.isReleased ? 'remove' : 'release', gpr };
  if (draw < 80) return { kind: 'remove', gpr };
  return { kind: 'change', gpr, name, priority };
}

/** With more branches than this, one is deleted. */
const BRANCHES_MAX = 10;

/** Draws a change of branches. @param clock the present @param facts about GPRs, up to the present */
export function drawBranchRequest(
  random: Random,
  ledger: Ledger,
  clock: { readonly nowMs: number; readonly seq: number },
  facts: readonly Fact[],
): BranchRequest {
  const draw = random.int(0, 99);
  const others = [...ledger.branches.keys()].filter((branch) => branch !== ledger.branch);
  const parents = new Set([...ledger.branches.values()].map(({ parent }) => parent));
  const leaves = others.filter((branch) => !parents.has(branch));
  if (leaves.length > 0 && (draw < 20 || ledger.branches.size > BRANCHES_MAX))
    return { kind: 'delete-branch', branch: random.pick(leaves) };
  if (others.length > 0 && draw < 45) return { kind: 'switch', branch: random.pick(others) };
  if (draw < 50) return { kind: 'reset' };
  // Most rewinds are short: a world that is always young has little to lose.
  const share = random.chance(30) ? random.int(0, 100) : random.int(80, 100);
  if (draw < 75) return { kind: 'rewind', target: { seq: 1 + Math.floor((clock.seq * share) / 100) }, facts };
  const ms = Math.floor((clock.nowMs * share) / 100);
  return { kind: 'rewind', target: { to: new Date(Date.parse(SCENARIO.start) + ms).toISOString() }, facts };
}

/** Returns the GPR or the key that a request names. */
export function subjectOf(request: Request): Gpr | string | undefined {
  if ('gpr' in request) return request.gpr;
  return request.kind === 'remove-key' ? request.value : undefined;
}

/** Returns method, path and body of a request. */
export function callOf(request: Request, random: Random): [string, string, object] {
  switch (request.kind) {
    case 'create': {
      const { name: gprName, workspace: sliceName, priority } = request;
      const place = { clusterName: CLUSTER, instanceType: INSTANCE_TYPE, gpuShape: GPU_SHAPE };
      const size = { numberOfGPUs: random.pick([1, 2, 4, 8]), numberOfGPUNodes: 1 };
      const exitDuration = `${random.int(1, 30)}m`;
      return ['POST', '/api/v1/gpr', { gprName, sliceName, priority, exitDuration, ...place, ...size }];
    }
    case 'change': {
      const { gpr, name: gprName, priority } = request;
      return ['PUT', '/api/v1/gpr', { gprId: gpr.id, gprName, priority }];
    }
    case 'release':
      return ['PUT', '/api/v1/gpr', { gprId: request.gpr.id, earlyRelease: true }];
    case 'remove':
      return ['DELETE', '/api/v1/gpr', { gprId: request.gpr.id }];
    case 'create-key': {
      const workspaceName = random.pick(WORKSPACES);
      const key = { name: request.name, role: 'Editor', validUntil: '2999-12-31', workspaceName };
      return ['POST', '/api/v1/api-key', key];
    }
    case 'remove-key':
      return ['DELETE', '/api/v1/api-key', { apiKey: request.value }];
    case 'advance':
      return ['POST', '/sim/clock/advance', { by: `${request.byMs / 1000}s` }];
    case 'reset':
      return ['POST', '/sim/reset', {}];
    case 'rewind':
      return ['POST', '/sim/rewind', request.target];
    case 'switch':
      return ['POST', `/sim/branches/${request.branch}/switch`, {}];
    case 'delete-branch':
      return ['DELETE', `/sim/branches/${request.branch}`, {}];
  }
}
