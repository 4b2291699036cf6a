import type { ApiKey, Role } from '../../driver/world.ts';
import { Failure } from '../errors/failure.ts';

export type Caller = ApiKey;

/** The rule of operations that need no token. */
const anyone = null;
const readers: readonly Role[] = ['Owner', 'Editor', 'Viewer'];
const editors: readonly Role[] = ['Owner', 'Editor'];
const owners: readonly Role[] = ['Owner'];

export const rules = {
  getHealth: anyone,
  getMetrics: anyone,
  getOpenApi: anyone,
  getSimOpenApi: anyone,
  getDocs: anyone,
  getDocsFile: anyone,
  getDashboard: anyone,
  getDashboardFile: anyone,
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

  getGpuAvailability: readers,

  createGprTemplate: owners,
  getGprTemplate: readers,
  listGprTemplates: readers,
  updateGprTemplate: owners,
  deleteGprTemplate: owners,

  createGprTemplateBinding: editors,
  getGprTemplateBinding: readers,
  listGprTemplateBindings: readers,
  updateGprTemplateBinding: editors,
  deleteGprTemplateBinding: editors,

  listWorkspacePolicies: readers,
  getWorkspacePolicy: readers,
  updateWorkspacePolicy: owners,

  listInventory: readers,
  getWorkspaceInventory: readers,
  getInventorySummary: readers,

  createInferenceEndpoint: editors,
  listInferenceEndpoints: readers,
  getInferenceEndpoint: readers,
  deleteInferenceEndpoint: editors,

  createWorkloadTemplate: owners,
  getWorkloadTemplate: readers,
  listWorkloadTemplates: readers,
  updateWorkloadTemplate: owners,
  deleteWorkloadTemplate: owners,

  createWorkloadPlacement: editors,
  listWorkloadPlacements: readers,
  getWorkloadPlacement: readers,
  updateWorkloadPlacement: editors,
  deleteWorkloadPlacement: editors,
  listWorkspacePlacements: readers,

  getClock: readers,
  setClock: owners,
  advanceClock: owners,
  resetWorld: owners,
  getState: readers,
  listFacts: readers,
  streamFacts: readers,
  listSimulatedGprs: readers,
  getGantt: readers,
  getSeries: readers,
  explainGpr: readers,
  listRecordedEstimates: readers,
  setGprActivity: owners,
  takeNodeDown: owners,
  bringNodeUp: owners,
  addNodes: owners,
  removeNode: owners,
  listFaults: owners,
  createFault: owners,
  deleteFault: owners,
  exportWorld: owners,
  importWorld: owners,
} as const satisfies Record<string, readonly Role[] | null>;

export type OperationId = keyof typeof rules;

/** @throws Failure `role-forbidden` unless the caller's role may call the operation */
export function requireRole(operationId: OperationId, caller: Caller): void {
  const allowed: readonly Role[] | null = rules[operationId];
  if (allowed === null || allowed.includes(caller.role)) return;
  throw new Failure('role-forbidden', {
    operation: operationId,
    needed: allowed.join(' or '),
    role: caller.role,
  });
}
