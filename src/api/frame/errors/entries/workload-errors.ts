import { type CatalogueEntry, document, keyed, plain, text } from '../entry.ts';

const upstream = 'UPSTREAM_REQUEST_ERROR';

export const workloadErrors = {
  'workload-template-invalid': keyed(
    422,
    upstream,
    '{problems}',
    document('Error while storing a workload template', '{problems}', 'Invalid'),
  ),
  'workload-template-exists': keyed(
    409,
    upstream,
    'Already Exists',
    document(
      'Error while storing a workload template',
      'workload template "{name}" already exists',
      'AlreadyExists',
    ),
  ),
  'workload-template-not-found': keyed(
    404,
    upstream,
    'Workload Template Not Found',
    document('Error while fetching a workload template', 'workload template "{name}" not found', 'NotFound'),
  ),
  'placement-invalid': keyed(
    422,
    upstream,
    '{problems}',
    document('Error while storing a workload placement', '{problems}', 'Invalid'),
  ),
  'placement-exists': keyed(
    409,
    upstream,
    'Already Exists',
    document(
      'Error while storing a workload placement',
      'workload placement "{name}" already exists',
      'AlreadyExists',
    ),
  ),
  'placement-not-found': keyed(
    404,
    upstream,
    'Workload Placement Not Found',
    document(
      'Error while fetching a workload placement',
      'workload placement "{name}" not found',
      'NotFound',
    ),
  ),
  'placement-fixed': keyed(
    400,
    upstream,
    '{why}',
    document('Error while updating a workload placement', '{why}', 'BadRequest'),
  ),
  'placement-state': plain(
    500,
    'Cannot delete workload placement in {status} state',
    document(
      'Error while deleting a workload placement',
      'Cannot delete workload placement in {status} state: {why}',
      'InternalError',
    ),
  ),
  'placement-list-failed': {
    ...plain(
      500,
      'Internal Server Error',
      text('Failed to fetch workload placements, logged under the reference {reference}', 'InternalError'),
    ),
    errorMessage: 'Failed to fetch workload placements',
  },
} satisfies Record<string, CatalogueEntry>;
