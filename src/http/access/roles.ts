// Which roles may call which operation. The dashboard has this table, too: this file imports only types.

import type { ApiKey, Role } from '../../driver/world.ts';

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
  rewindWorld: owners,
  listBranches: owners,
  switchBranch: owners,
  deleteBranch: owners,
  listDifferences: owners,
  askWhatIf: owners,
  getState: readers,
  listEvents: readers,
  listFacts: readers,
  streamFacts: readers,
  listSimulatedGprs: readers,
  getGantt: readers,
  listAttempts: readers,
  getTotals: readers,
  listTotals: readers,
  getSeries: readers,
  explainGpr: readers,
  findGprs: readers,
  listRecordedEstimates: readers,
  setGprActivity: owners,
  takeNodeDown: owners,
  bringNodeUp: owners,
  addNodes: owners,
  removeNode: owners,
  setScheduler: owners,
  setWorkload: owners,
  listFaults: owners,
  createFault: owners,
  deleteFault: owners,
  exportWorld: owners,
  importWorld: owners,
} as const satisfies Record<string, readonly Role[] | null>;

export type OperationId = keyof typeof rules;
