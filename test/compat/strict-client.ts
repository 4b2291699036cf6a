// The core of a client as strict as the service's Python client. It authenticates before every operation, reads every
// answer by the rule of its operation, and fails on unexpected members.

import {
  ApiKeyExpired,
  ApiKeyInvalid,
  ApiKeyNotFound,
  type Failures,
  ServerUnreachable,
  Unauthorized,
  UnhandledException,
} from './failures.ts';
import { envelopeOf, exactly, type Json } from './shapes.ts';
import { pythonJson, Transport } from './transport.ts';

export type Credentials = { readonly apiKey: string } | { readonly token: string };

export class StrictClient {
  readonly transport: Transport;
  readonly #credentials: Credentials;

  constructor(baseUrl: string, credentials: Credentials) {
    this.transport = new Transport(baseUrl);
    this.#credentials = credentials;
  }

  /** The data of a successful operation. Without `body`, the request has no body, not even an empty one. */
  async call(method: string, resource: string, body?: object, failures: Failures = {}): Promise<Json> {
    const token = 'token' in this.#credentials ? this.#credentials.token : await this.authenticate();
    const payload = body === undefined ? undefined : pythonJson(body);
    const { status, text } = await this.transport.send(method, resource, token, payload);
    const answer = JSON.parse(text);
    if (status === 401 || status === 403) throw new Unauthorized(answer);
    const envelope = envelopeOf(answer);
    if (envelope.statusCode === 200) return envelope.data;
    const Failure = failures[envelope.statusCode] ?? failures.other ?? UnhandledException;
    throw new Failure(envelope);
  }

  /** A token for the API key. Only the HTTP status of the answer counts. */
  async authenticate(): Promise<string> {
    const { status, text } = await this.transport.send(
      'POST',
      '/api/v1/auth',
      undefined,
      pythonJson(this.#credentials),
    );
    const answer = JSON.parse(text);
    if (status === 400) throw new ApiKeyInvalid(answer);
    if (status === 401) {
      throw answer.message === 'Api Key has expired' ? new ApiKeyExpired(answer) : new ApiKeyNotFound(answer);
    }
    if (status !== 200) throw new ServerUnreachable(answer);
    return exactly(answer.data, ['token']).token;
  }
}
