import { type CatalogueEntry, document, keyed, plain, text } from '../entry.ts';

const workspaceReference = 'https://kubeslice.io';
const workspaceInvalid =
  'admission webhook "vsliceconfig.kb.io" denied the request: SliceConfig.controller.kubeslice.io "{workspace}" is invalid: ';
const workspaceMissing = 'sliceconfigs.controller.kubeslice.io "{workspace}" not found';
const workspaceClusters = 'Spec.NamespaceIsolationProfile.ApplicationNamespaces.Clusters';

export const workspaceErrors = {
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

  'inventory-workspace-not-found': plain(
    404,
    'Not Found',
    document('Error occurred while fetching the inventory details', workspaceMissing, 'NotFound'),
  ),
} satisfies Record<string, CatalogueEntry>;
