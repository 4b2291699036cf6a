import { type CatalogueEntry, document, keyed } from '../entry.ts';

const unknown = 'UNKNOWN';

export const endpointErrors = {
  'endpoint-invalid': keyed(
    422,
    unknown,
    '{problems}',
    document('Error while creating an inference endpoint', '{problems}', 'Invalid'),
  ),
  'endpoint-exists': keyed(
    409,
    unknown,
    'Already Exists',
    document(
      'Error while creating an inference endpoint',
      'inference endpoint "{name}" already exists in the workspace "{workspace}"',
      'AlreadyExists',
    ),
  ),
  'endpoint-not-found': keyed(
    404,
    unknown,
    'Inference Endpoint Not Found',
    document(
      'Error while fetching an inference endpoint',
      'inference endpoint "{name}" not found in the workspace "{workspace}"',
      'NotFound',
    ),
  ),
  'endpoint-busy': keyed(
    500,
    unknown,
    'Cannot delete GPR in {state} state',
    document(
      'Error while deleting an inference endpoint',
      'Cannot delete GPR in {state} state: the endpoint uses {gprId}; first release it by PUT /api/v1/gpr with "earlyRelease": true',
      'InternalError',
    ),
  ),
} satisfies Record<string, CatalogueEntry>;
