// API keys, tokens and roles.

import { type CatalogueEntry, document, keyed, plain, text } from './entry.ts';

export const accessErrors = {
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
      'there is no token in a header Authorization: Bearer <token>; POST /api/v1/auth gives one',
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
} satisfies Record<string, CatalogueEntry>;
