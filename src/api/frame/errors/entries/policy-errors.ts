import { type CatalogueEntry, document, keyed, plain, text } from '../entry.ts';

export const policyErrors = {
  'policy-empty': keyed(400, 'INVALID_REQUEST', 'At least one field must be provided for update'),
  'policy-invalid': plain(
    422,
    '{problems}',
    document('Error while updating a workspace policy', '{problems}', 'Invalid'),
  ),
  'policy-not-found': keyed(
    404,
    'NOT_FOUND',
    'Workspace policy not found',
    text('workspacepolicies.gpr.kubeslice.io "{workspace}" not found', 'NotFound'),
  ),
} satisfies Record<string, CatalogueEntry>;
