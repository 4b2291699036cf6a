// Operations that not all roles may call. The dashboard has the first table, too: this file imports only types.

import type { Role } from '../../../driver/world.ts';

const editors: readonly Role[] = ['Owner', 'Editor'];
const owners: readonly Role[] = ['Owner'];

/** Operations of Owners and Editors. */
export const ofEditors = {
  getKubeConfig: editors,
  createGpr: editors,
  updateGpr: editors,
  deleteGpr: editors,
  createGprTemplateBinding: editors,
  updateGprTemplateBinding: editors,
  deleteGprTemplateBinding: editors,
  createInferenceEndpoint: editors,
  deleteInferenceEndpoint: editors,
  createWorkloadPlacement: editors,
  updateWorkloadPlacement: editors,
  deleteWorkloadPlacement: editors,
} as const satisfies Record<string, readonly Role[]>;

/** Operations of Owners only. */
export const ofOwners = {
  createApiKey: owners,
  deleteApiKey: owners,
  createWorkspace: owners,
  deleteWorkspace: owners,
  createGprTemplate: owners,
  updateGprTemplate: owners,
  deleteGprTemplate: owners,
  updateWorkspacePolicy: owners,
  createWorkloadTemplate: owners,
  updateWorkloadTemplate: owners,
  deleteWorkloadTemplate: owners,
  setClock: owners,
  advanceClock: owners,
  resetWorld: owners,
  rewindWorld: owners,
  listBranches: owners,
  switchBranch: owners,
  deleteBranch: owners,
  listDifferences: owners,
  askWhatIf: owners,
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
  listRequests: owners,
  deleteRequests: owners,
  exportWorld: owners,
  importWorld: owners,
  listWorlds: owners,
  createWorld: owners,
  deleteWorld: owners,
} as const satisfies Record<string, readonly Role[]>;

export type LimitedOperation = keyof typeof ofEditors | keyof typeof ofOwners;
