import { type CatalogueEntry, document, keyed, plain, text } from '../entry.ts';

export const templateErrors = {
  'gpr-template-invalid': plain(
    422,
    '{problems}',
    document('Error while saving a GPR template', '{problems}', 'Invalid'),
  ),
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

  'binding-invalid': plain(
    422,
    '{problems}',
    document('Error while saving a GPR template binding', '{problems}', 'Invalid'),
  ),
  'binding-not-found': keyed(
    404,
    'UPSTREAM_REQUEST_ERROR',
    'GPR Template Binding Not Found',
    text('gprtemplatebindings.gpr.kubeslice.io "{workspace}" not found', 'NotFound'),
  ),
} satisfies Record<string, CatalogueEntry>;
