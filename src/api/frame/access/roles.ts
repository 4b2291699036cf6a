// Which roles may call which operation.

import type { ApiKey, Role } from '../../../driver/world.ts';
import { ofEditors, ofOwners } from './limited.ts';

export type Caller = ApiKey;

/** Operations that need no token. */
const ofAnyone = [
  'getHealth',
  'getMetrics',
  'getOpenApi',
  'getSimOpenApi',
  'getDocs',
  'getDocsFile',
  'getDashboard',
  'getDashboardFile',
  'authenticate',
] as const;

const ofReaders = [
  'listApiKeys',
  'listWorkspaces',
  'getGpr',
  'listGprs',
  'getGpuAvailability',
  'getGprTemplate',
  'listGprTemplates',
  'getGprTemplateBinding',
  'listGprTemplateBindings',
  'listWorkspacePolicies',
  'getWorkspacePolicy',
  'listInventory',
  'getWorkspaceInventory',
  'getInventorySummary',
  'listInferenceEndpoints',
  'getInferenceEndpoint',
  'getWorkloadTemplate',
  'listWorkloadTemplates',
  'listWorkloadPlacements',
  'getWorkloadPlacement',
  'listWorkspacePlacements',
  'getClock',
  'getState',
  'listEvents',
  'listFacts',
  'streamFacts',
  'streamClock',
  'readTogether',
  'listSimulatedGprs',
  'getGantt',
  'listAttempts',
  'getTotals',
  'listTotals',
  'getSeries',
  'getForecast',
  'getEstimates',
  'explainGpr',
  'findGprs',
  'listRecordedEstimates',
] as const;

export type OperationId =
  | (typeof ofAnyone)[number]
  | (typeof ofReaders)[number]
  | (typeof ofEditors)[number]
  | (typeof ofOwners)[number];

const allowing = (operations: readonly OperationId[], roles: readonly Role[] | null) =>
  operations.map((operation) => [operation, roles] as const);

/** null: the operation needs no token. */
export const rules = Object.fromEntries([
  ...allowing(ofAnyone, null),
  ...allowing(ofReaders, ['Owner', 'Editor', 'Viewer']),
  ...allowing(ofEditors, ['Owner', 'Editor']),
  ...allowing(ofOwners, ['Owner']),
]) as Readonly<Record<OperationId, readonly Role[] | null>>;
