// The errors whose conditions the interface's description states.

import type { OperationName } from './operations.ts';

export interface ErrorRow {
  readonly operations: readonly OperationName[];
  readonly statusCode: number;
  /** The envelope's status, if the description states it. */
  readonly status?: string;
  /** The envelope's message, if the description states it. */
  readonly message?: string;
  /** A further text that the envelope must contain. */
  readonly text?: string;
}

const keyConfiguration = 'Api Key Configuration is invalid. Request a new API-key or contact administrator';
const upstream = 'UPSTREAM_REQUEST_ERROR';

export const errorRows = {
  'key secret configuration invalid': {
    operations: ['authenticate'],
    statusCode: 400,
    status: 'UNHANDLED_REQUEST_ERROR',
    message: keyConfiguration,
  },
  'key expired': {
    operations: ['authenticate'],
    statusCode: 401,
    status: 'UNAUTHENTICATED',
    message: 'Api Key has expired',
  },
  'key incorrect': {
    operations: ['authenticate'],
    statusCode: 401,
    status: 'UNAUTHENTICATED',
    message: 'Unauthenticated',
  },

  'create with an existing workspace': {
    operations: ['createWorkspace'],
    statusCode: 409,
    message: 'Already Exists',
  },
  'create with missing required values such as clusters': {
    operations: ['createWorkspace'],
    statusCode: 422,
    message: 'Bad Request',
  },
  'kube-config without the cluster name': {
    operations: ['getKubeConfig'],
    statusCode: 400,
    status: upstream,
    message: 'Worker name is required as a query parameter',
  },
  'unknown workspace on GET /inventory': {
    operations: ['getWorkspaceInventory'],
    statusCode: 404,
    message: 'Not Found',
  },

  'GPR create with a missing value': { operations: ['createGpr'], statusCode: 422 },
  'view of an unknown gprId': { operations: ['getGpr'], statusCode: 404, text: 'NotFound' },
  'list of an unknown workspace': {
    operations: ['listGprs'],
    statusCode: 404,
    message: 'Slice Workspace Not Found',
  },
  'edit with earlyRelease on a queued GPR': {
    operations: ['updateGpr'],
    statusCode: 500,
    text: 'Cannot update early release of GPR in Queued state',
  },
  'delete of a GPR in Successful state': {
    operations: ['deleteGpr'],
    statusCode: 500,
    text: 'Cannot delete GPR in Successful state',
  },
  'no cluster satisfies a GPU availability request': {
    operations: ['getGpuAvailability'],
    statusCode: 422,
    text: 'available',
  },

  'create of an existing GPR template': {
    operations: ['createGprTemplate'],
    statusCode: 409,
    status: upstream,
    text: 'AlreadyExists',
  },
  'delete of an unknown GPR template': {
    operations: ['deleteGprTemplate'],
    statusCode: 404,
    text: 'NotFound',
  },
  'unknown binding': {
    operations: ['getGprTemplateBinding'],
    statusCode: 404,
    text: 'NotFound',
  },

  'endpoint create with a missing value': {
    operations: ['createInferenceEndpoint'],
    statusCode: 422,
    status: 'UNKNOWN',
  },
  'delete of an endpoint whose GPR is in Successful state': {
    operations: ['deleteInferenceEndpoint'],
    statusCode: 500,
    text: 'Cannot delete GPR in Successful state',
  },

  'workload template create with a missing value': {
    operations: ['createWorkloadTemplate'],
    statusCode: 422,
    status: upstream,
    text: 'deletionPolicy',
  },
  'get of an unknown workload template': {
    operations: ['getWorkloadTemplate'],
    statusCode: 404,
    text: 'NotFound',
  },
  'update of an unknown workload template': {
    operations: ['updateWorkloadTemplate'],
    statusCode: 404,
    text: 'NotFound',
  },
  'delete of an unknown workload template': {
    operations: ['deleteWorkloadTemplate'],
    statusCode: 404,
    text: 'NotFound',
  },

  'placement create with an unknown workload template': {
    operations: ['createWorkloadPlacement'],
    statusCode: 404,
    text: 'NotFound',
  },
  'get of an unknown placement': {
    operations: ['getWorkloadPlacement'],
    statusCode: 404,
  },
  'delete of an unknown placement': {
    operations: ['deleteWorkloadPlacement'],
    statusCode: 404,
  },
  'placement list failure': {
    operations: ['listWorkloadPlacements'],
    statusCode: 500,
    message: 'Internal Server Error',
    text: 'Failed to fetch workload placements',
  },
  'placement update against the update rules': {
    operations: ['updateWorkloadPlacement'],
    statusCode: 400,
    status: upstream,
    text: 'helmConfigs',
  },

  'policy update with no field': {
    operations: ['updateWorkspacePolicy'],
    statusCode: 400,
    status: 'INVALID_REQUEST',
    message: 'At least one field must be provided for update',
  },
  'get of an unknown policy': {
    operations: ['getWorkspacePolicy'],
    statusCode: 404,
    status: 'NOT_FOUND',
    message: 'Workspace policy not found',
  },
  'update of an unknown policy': {
    operations: ['updateWorkspacePolicy'],
    statusCode: 404,
    status: 'NOT_FOUND',
    message: 'Workspace policy not found',
  },
  'policy backend failure': { operations: ['listWorkspacePolicies'], statusCode: 500 },
  'backend timeout': { operations: ['listGprs'], statusCode: 500 },
} as const satisfies Record<string, ErrorRow>;
