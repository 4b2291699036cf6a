// The failures that the client tells apart.

import type { ApiResponse } from './shapes.ts';

class ClientFailure extends Error {
  readonly answer: ApiResponse;

  constructor(answer: ApiResponse) {
    super(`${answer.statusCode} ${answer.status}: ${answer.message}`);
    this.answer = answer;
  }
}

/** POST /auth: the key is not one, has expired, is not known; or the service does something else. */
export class ApiKeyInvalid extends ClientFailure {}
export class ApiKeyExpired extends ClientFailure {}
export class ApiKeyNotFound extends ClientFailure {}
export class ServerUnreachable extends ClientFailure {}

/** HTTP 401 and 403 of any other operation. */
export class Unauthorized extends ClientFailure {}

export class WorkspaceAlreadyExists extends ClientFailure {}
export class BadParameters extends ClientFailure {}
export class GpuAlreadyProvisioned extends ClientFailure {}
export class GpuAlreadyReleased extends ClientFailure {}
/** Operations on API keys fail with a text of the client's own. */
export class ValueFailure extends ClientFailure {}
export class UnhandledException extends ClientFailure {}

export type FailureClass = new (answer: ApiResponse) => ClientFailure;

/** The failure for each statusCode; `other` for those that are not named. */
export type Failures = Readonly<Record<number, FailureClass>> & { readonly other?: FailureClass };
