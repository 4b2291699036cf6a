// The failures that the client distinguishes.

import type { ApiResponse } from './shapes.ts';

class ClientFailure extends Error {
  readonly answer: ApiResponse;

  constructor(answer: ApiResponse) {
    super(`${answer.statusCode} ${answer.status}: ${answer.message}`);
    this.answer = answer;
  }
}

/** POST /auth: the key is invalid, expired or unknown, or the service answers unexpectedly. */
export class ApiKeyInvalid extends ClientFailure {}
export class ApiKeyExpired extends ClientFailure {}
export class ApiKeyNotFound extends ClientFailure {}
export class ServerUnreachable extends ClientFailure {}

export class Unauthorized extends ClientFailure {}

export class WorkspaceAlreadyExists extends ClientFailure {}
export class BadParameters extends ClientFailure {}
export class GpuAlreadyProvisioned extends ClientFailure {}
export class GpuAlreadyReleased extends ClientFailure {}
/** Operations on API keys fail with a text of the client. */
export class ValueFailure extends ClientFailure {}
export class UnhandledException extends ClientFailure {}

export type FailureClass = new (answer: ApiResponse) => ClientFailure;

/** The failure for each statusCode, and `other` for the rest. */
export type Failures = Readonly<Record<number, FailureClass>> & { readonly other?: FailureClass };
