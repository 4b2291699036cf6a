import { type CatalogueEntry, invalid, keyed, text } from '../entry.ts';

export const templateErrors = {
  'gpr-template-invalid': invalid('Error while saving a GPR template'),
  'gpr-template-exists': keyed(
    409,
    'UPSTREAM_REQUEST_ERROR',
    'GPR Template Already Exists',
    text('gprtemplates.gpr.kubeslice.io "{name}" already exists', 'AlreadyExists'),
  ),
  'gpr-template-not-found': keyed(
    404,
    'UPSTREAM_REQUEST_ERROR',
    'GPR Template Not Found',
    text('gprtemplates.gpr.kubeslice.io "{name}" not found', 'NotFound'),
  ),

  'binding-invalid': invalid('Error while saving a GPR template binding'),
  'binding-not-found': keyed(
    404,
    'UPSTREAM_REQUEST_ERROR',
    'GPR Template Binding Not Found',
    text('gprtemplatebindings.gpr.kubeslice.io "{workspace}" not found', 'NotFound'),
  ),
} satisfies Record<string, CatalogueEntry>;
