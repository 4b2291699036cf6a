// The catalogue of errors: one entry an error, as data. Words in {braces} are filled in when it happens.

/** What is wrong with one field of a request. */
export interface Problem {
  readonly field: string;
  readonly reason:
    | 'FieldValueRequired'
    | 'FieldValueInvalid'
    | 'FieldValueTypeInvalid'
    | 'FieldValueNotSupported'
    | 'FieldForbidden';
  readonly message: string;
}

/** The two forms of `error.data`: a JSON document as a string, and a line of plain text. */
export type ErrorData = DocumentData | TextData;

interface DocumentData {
  readonly form: 'document';
  readonly title: string;
  readonly text: string;
  readonly reason: string;
  /** A link; `NA` without. */
  readonly reference?: string;
  /** Details that do not hang on the request. */
  readonly details?: readonly Problem[];
}

interface TextData {
  readonly form: 'text';
  readonly text: string;
  readonly reason: string;
}

export interface CatalogueEntry {
  readonly statusCode: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 422 | 500 | 503;
  readonly status: string;
  readonly errorKey: string;
  readonly message: string;
  readonly data: ErrorData | null;
}

const document = (title: string, text: string, reason: string): DocumentData => ({
  form: 'document',
  title,
  text,
  reason,
});
const text = (line: string, reason: string): ErrorData => ({ form: 'text', text: line, reason });

/** An error of the service's own resources: status `Error` and no key. */
const plain = (
  statusCode: CatalogueEntry['statusCode'],
  message: string,
  data: ErrorData,
): CatalogueEntry => ({
  statusCode,
  status: 'Error',
  errorKey: '',
  message,
  data,
});

/** An error whose key is its status. */
const keyed = (
  statusCode: CatalogueEntry['statusCode'],
  status: string,
  message: string,
  data: ErrorData | null = null,
): CatalogueEntry => ({ statusCode, status, errorKey: status, message, data });

const workspaceReference = 'https://kubeslice.io';
const workspaceInvalid =
  'admission webhook "vsliceconfig.kb.io" denied the request: SliceConfig.controller.kubeslice.io "{workspace}" is invalid: ';
const workspaceMissing = 'sliceconfigs.controller.kubeslice.io "{workspace}" not found';
const workspaceClusters = 'Spec.NamespaceIsolationProfile.ApplicationNamespaces.Clusters';

export const catalogue = {
  // Requests that reach no operation
  'host-foreign': keyed(
    403,
    'PERMISSION_DENIED',
    'This server listens on the loopback address and answers to localhost, 127.0.0.1 and [::1], not to "{host}"',
  ),
  'path-unknown': keyed(404, 'NOT_FOUND', 'There is nothing at {path}'),
  'method-unknown': keyed(405, 'METHOD_NOT_ALLOWED', '{path} takes {allowed}, not {method}'),
  'body-too-large': keyed(413, 'PAYLOAD_TOO_LARGE', 'A request body may have at most {limit} bytes'),
  'body-no-json': keyed(400, 'INVALID_REQUEST', 'The request body is not JSON: {why}'),
  invalid: plain(422, '{problems}', document('Invalid request', '{problems}', 'Invalid')),
  'too-many-streams': keyed(503, 'UNAVAILABLE', 'There are already {limit} open fact streams'),
  unexpected: plain(
    500,
    'Internal Server Error',
    text('an unexpected failure, logged under the reference {reference}', 'InternalError'),
  ),
  'not-stored': plain(
    500,
    'Internal Server Error',
    text(
      'the command could not be stored and changed nothing; the world is being reloaded from its file',
      'InternalError',
    ),
  ),

  // Authentication and roles
  'key-invalid': keyed(
    400,
    'UNHANDLED_REQUEST_ERROR',
    'Api Key Configuration is invalid. Request a new API-key or contact administrator',
  ),
  'key-expired': keyed(401, 'UNAUTHENTICATED', 'Api Key has expired'),
  'key-unknown': keyed(401, 'UNAUTHENTICATED', 'Unauthenticated'),
  'token-missing': keyed(
    401,
    'UNAUTHENTICATED',
    'Unauthenticated',
    text(
      'the header Authorization: Bearer <token> is missing; POST /api/v1/auth gives a token',
      'Unauthenticated',
    ),
  ),
  'token-invalid': keyed(
    401,
    'UNAUTHENTICATED',
    'Unauthenticated',
    text(
      'the bearer token is invalid, has expired or was revoked; POST /api/v1/auth gives a new one',
      'Unauthenticated',
    ),
  ),
  'role-forbidden': keyed(
    403,
    'PERMISSION_DENIED',
    'Permission denied',
    text('{operation} needs the role {needed}, and this API key has the role {role}', 'Forbidden'),
  ),
  'workspace-foreign': keyed(
    403,
    'PERMISSION_DENIED',
    'Permission denied',
    text('this API key opens the workspace {own} only, not {workspace}', 'Forbidden'),
  ),
  'api-key-not-found': plain(
    404,
    'API Key Not Found',
    document('Error while deleting API key', 'there is no such API key', 'NotFound'),
  ),

  // Slice workspaces
  'workspace-exists': plain(409, 'Already Exists', {
    ...document(
      'Error registering Slice',
      'sliceconfigs.controller.kubeslice.io "{workspace}" already exists',
      'AlreadyExists',
    ),
    reference: workspaceReference,
  }),
  'workspace-going': plain(
    409,
    'Workspace is being deleted',
    document(
      'Error while using the slice',
      'sliceconfigs.controller.kubeslice.io "{workspace}" is being deleted',
      'Conflict',
    ),
  ),
  'workspace-invalid': plain(422, 'Bad Request', {
    ...document('Error registering Slice', `${workspaceInvalid}{problems}`, 'Invalid'),
    reference: workspaceReference,
  }),
  'workspace-clusters-required': plain(422, 'Bad Request', {
    ...document(
      'Error registering Slice',
      `${workspaceInvalid}${workspaceClusters}: Required value: clusters`,
      'Invalid',
    ),
    reference: workspaceReference,
    details: [
      { reason: 'FieldValueRequired', message: 'Required value: clusters', field: workspaceClusters },
    ],
  }),
  'workspace-not-found': plain(
    404,
    'Slice Workspace Not Found',
    document('Error while fetching the slice', workspaceMissing, 'NotFound'),
  ),
  'worker-required': keyed(
    400,
    'UPSTREAM_REQUEST_ERROR',
    'Worker name is required as a query parameter',
    text('clusterName is missing', 'BadRequest'),
  ),

  // GPRs
  'gpr-invalid': plain(
    422,
    '{problems}',
    document('Error while fetching GPR wait time', '{problems}', 'Invalid'),
  ),
  'gpr-update-invalid': plain(
    422,
    '{problems}',
    document('Error while updating a GPR', '{problems}', 'Invalid'),
  ),
  'gpr-workspace-not-found': plain(
    404,
    'Slice Workspace Not Found',
    document('Error while creating a GPR', workspaceMissing, 'NotFound'),
  ),
  'gpr-list-workspace-not-found': plain(
    404,
    'Slice Workspace Not Found',
    document("Error in listing GPR's for slice {workspace}", workspaceMissing, 'NotFound'),
  ),
  'gpr-not-found': plain(
    404,
    'GPR Not Found',
    document(
      'Error while fetching GPRs',
      'gpuprovisioningrequests.gpr.kubeslice.io "{gprId}" not found',
      'NotFound',
    ),
  ),
  'gpr-state-update': plain(
    500,
    'Cannot update GPR in {state} state',
    document('Error while updating a GPR', 'Cannot update GPR in {state} state', 'InternalError'),
  ),
  'gpr-state-release': plain(
    500,
    'Cannot update early release of GPR in {state} state',
    document(
      'Error while updating a GPR',
      'Cannot update early release of GPR in {state} state',
      'InternalError',
    ),
  ),
  'gpr-state-delete': plain(
    500,
    'Cannot delete GPR in {state} state',
    document('Error while deleting GPR', 'Cannot delete GPR in {state} state', 'InternalError'),
  ),
  'gpr-state-activity': plain(
    409,
    'Cannot set the activity of GPR in {state} state',
    document(
      'Error while setting the activity of a GPR',
      'Cannot set the activity of GPR in {state} state',
      'Conflict',
    ),
  ),

  // Inventory
  'inventory-workspace-not-found': plain(
    404,
    'Not Found',
    document('Error occurred while fetching the inventory details', workspaceMissing, 'NotFound'),
  ),

  // The clock
  'not-reached': plain(422, '{why}', document('Error while advancing the clock', '{why}', 'Invalid')),

  // Nodes
  'node-not-found': plain(
    404,
    'Node Not Found',
    document('Error while changing a node', 'there is no node "{node}" in cluster "{cluster}"', 'NotFound'),
  ),
  'node-state': plain(
    409,
    'Node is already {state}',
    document(
      'Error while changing a node',
      'node "{node}" of cluster "{cluster}" is already {state}',
      'Conflict',
    ),
  ),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorName = keyof typeof catalogue;
