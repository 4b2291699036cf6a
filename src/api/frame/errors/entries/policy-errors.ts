import { type CatalogueEntry, invalid, keyed, text } from '../entry.ts';

export const policyErrors = {
  'policy-empty': keyed(400, 'INVALID_REQUEST', 'At least one field must be provided for update'),
  'policy-invalid': invalid('Error while updating a workspace policy'),
  'policy-not-found': keyed(
    404,
    'NOT_FOUND',
    'Workspace policy not found',
    text('workspacepolicies.gpr.kubeslice.io "{workspace}" not found', 'NotFound'),
  ),
} satisfies Record<string, CatalogueEntry>;
