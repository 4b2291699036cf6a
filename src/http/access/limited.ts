// Operations that not all roles may call. The dashboard has this table, too: this file imports only types.

import type { Role } from '../../driver/world.ts';

const editors: readonly Role[] = ['Owner', 'Editor'];
const owners: readonly Role[] = ['Owner'];

export const limited = {
  createApiKey: owners,
  deleteApiKey: owners,

  createWorkspace: owners,
  getKubeConfig: editors,
  deleteWorkspace: owners,

  createGpr: editors,
  updateGpr: editors,
  deleteGpr: editors,

  createGprTemplate: owners,
  updateGprTemplate: owners,
  deleteGprTemplate: owners,

  createGprTemplateBinding: editors,
  updateGprTemplateBinding: editors,
  deleteGprTemplateBinding: editors,

  updateWorkspacePolicy: owners,

  createInferenceEndpoint: editors,
  deleteInferenceEndpoint: editors,

  createWorkloadTemplate: owners,
  updateWorkloadTemplate: owners,
  deleteWorkloadTemplate: owners,

  createWorkloadPlacement: editors,
  updateWorkloadPlacement: editors,
  deleteWorkloadPlacement: editors,

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
  exportWorld: owners,
  importWorld: owners,
} as const satisfies Record<string, readonly Role[]>;

export type LimitedOperation = keyof typeof limited;
