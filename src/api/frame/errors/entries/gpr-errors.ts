import { type CatalogueEntry, document, invalid, plain } from '../entry.ts';

const workspaceMissing = 'sliceconfigs.controller.kubeslice.io "{workspace}" not found';

export const gprErrors = {
  'gpr-invalid': invalid('Error while fetching GPR wait time'),
  'gpr-update-invalid': invalid('Error while updating a GPR'),
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
} satisfies Record<string, CatalogueEntry>;
