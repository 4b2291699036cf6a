// Who may call what. An operation that is not in this table cannot be served.

import type { ApiKey, Role } from '../../driver/world.ts';
import { Failure } from '../failure.ts';

/** Who a call is made for: the holder of an API key. */
export type Caller = ApiKey;

/** The roles that a rule lets in; null: also callers without a token. */
const anyone = null;
const readers: readonly Role[] = ['Owner', 'Editor', 'Viewer'];
const editors: readonly Role[] = ['Owner', 'Editor'];
const owners: readonly Role[] = ['Owner'];

export const rules = {
  getHealth: anyone,
  getMetrics: anyone,
  authenticate: anyone,

  createApiKey: owners,
  listApiKeys: readers,
  deleteApiKey: owners,

  createWorkspace: owners,
  listWorkspaces: readers,
  getKubeConfig: editors,
  deleteWorkspace: owners,

  createGpr: editors,
  updateGpr: editors,
  getGpr: readers,
  listGprs: readers,
  deleteGpr: editors,

  listInventory: readers,
  getWorkspaceInventory: readers,
  getInventorySummary: readers,

  getClock: readers,
  setClock: owners,
  advanceClock: owners,
  resetWorld: owners,
  listFacts: readers,
  streamFacts: readers,
  explainGpr: readers,
  setGprActivity: owners,
  takeNodeDown: owners,
  bringNodeUp: owners,
  addNodes: owners,
  removeNode: owners,
} as const satisfies Record<string, readonly Role[] | null>;

export type OperationId = keyof typeof rules;

/** Throws unless the caller's role may call the operation. */
export function requireRole(operationId: OperationId, caller: Caller): void {
  const allowed: readonly Role[] | null = rules[operationId];
  if (allowed === null || allowed.includes(caller.role)) return;
  throw new Failure('role-forbidden', {
    operation: operationId,
    needed: allowed.join(' or '),
    role: caller.role,
  });
}
