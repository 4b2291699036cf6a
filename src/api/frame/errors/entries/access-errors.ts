import { type CatalogueEntry, document, keyed, plain, text } from '../entry.ts';

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
      'the request has no header Authorization: Bearer <token>; POST /api/v1/auth issues a token',
      'Unauthenticated',
    ),
  ),
  'token-invalid': keyed(
    401,
    'UNAUTHENTICATED',
    'Unauthenticated',
    text(
      'the bearer token is invalid, expired or revoked; POST /api/v1/auth issues a new token',
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
  'workspace-earlier': keyed(
    403,
    'PERMISSION_DENIED',
    'Permission denied',
    text(
      'at this instant, {workspace} was an earlier workspace of this name, which this API key does not open',
      'Forbidden',
    ),
  ),
  'api-key-not-found': plain(
    404,
    'API Key Not Found',
    document(
      'Error while deleting API key',
      'unknown API key; GET /api/v1/api-key/list lists the keys',
      'NotFound',
    ),
  ),
} satisfies Record<string, CatalogueEntry>;
