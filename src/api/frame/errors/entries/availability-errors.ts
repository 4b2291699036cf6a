import { type CatalogueEntry, document, invalid, plain } from '../entry.ts';

const title = 'Error while fetching GPR wait time';

export const availabilityErrors = {
  'availability-invalid': invalid(title),
  'availability-workspace-not-found': plain(
    404,
    'Slice Workspace Not Found',
    document(title, 'sliceconfigs.controller.kubeslice.io "{workspace}" not found', 'NotFound'),
  ),
} satisfies Record<string, CatalogueEntry>;
