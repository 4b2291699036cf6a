// Which roles may call which operation.

import type { ApiKey, Role } from '../../../driver/world.ts';
import { ofEditors, ofOwners } from './limited.ts';

export type Caller = ApiKey;

/** The rule of operations that need no token. */
const anyone = null;
const readers: readonly Role[] = ['Owner', 'Editor', 'Viewer'];

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

  listApiKeys: readers,

  listWorkspaces: readers,

  getGpr: readers,
  listGprs: readers,

  getGpuAvailability: readers,

  getGprTemplate: readers,
  listGprTemplates: readers,

  getGprTemplateBinding: readers,
  listGprTemplateBindings: readers,

  listWorkspacePolicies: readers,
  getWorkspacePolicy: readers,

  listInventory: readers,
  getWorkspaceInventory: readers,
  getInventorySummary: readers,

  listInferenceEndpoints: readers,
  getInferenceEndpoint: readers,

  getWorkloadTemplate: readers,
  listWorkloadTemplates: readers,

  listWorkloadPlacements: readers,
  getWorkloadPlacement: readers,
  listWorkspacePlacements: readers,

  getClock: readers,
  getState: readers,
  listEvents: readers,
  listFacts: readers,
  streamFacts: readers,
  streamClock: readers,
  readTogether: readers,
  listSimulatedGprs: readers,
  getGantt: readers,
  listAttempts: readers,
  getTotals: readers,
  listTotals: readers,
  getSeries: readers,
  getForecast: readers,
  getEstimates: readers,
  explainGpr: readers,
  findGprs: readers,
  listRecordedEstimates: readers,

  ...ofEditors,
  ...ofOwners,
} as const satisfies Record<string, readonly Role[] | null>;

export type OperationId = keyof typeof rules;
