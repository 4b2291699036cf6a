// HTTP like the service's Python client: a new TCP connection per request, which the client never closes, few headers, and
// paths without encoding.

import { once } from 'node:events';
import { Agent, request } from 'node:http';

interface Received {
  readonly status: number;
  readonly text: string;
}

export class Transport {
  readonly #host: string;
  readonly #port: number;
  readonly #prefix: string;
  readonly #agents: Agent[] = [];

  /** `baseUrl`: http, host, port and an optional prefix of `/api/v1`, with or without a slash at the end. */
  constructor(baseUrl: string) {
    const [, host, port, prefix] = /^http:\/\/([^:/]+):([0-9]+)(?:\/(.*))?$/.exec(baseUrl)!;
    this.#host = host;
    this.#port = Number(port);
    this.#prefix = prefix ? `/${prefix}` : '';
  }

  async send(
    method: string,
    resource: string,
    token: string | undefined,
    payload: string | undefined,
  ): Promise<Received> {
    const agent = new Agent({ keepAlive: true });
    this.#agents.push(agent);
    const sending = request({
      host: this.#host,
      port: this.#port,
      agent,
      method,
      path: this.#prefix + resource,
      headers: {
        'Accept-Encoding': 'identity',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(payload !== undefined && {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(payload),
        }),
      },
    });
    sending.removeHeader('Connection');
    sending.end(payload);
    const [response] = await once(sending, 'response');
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    return { status: response.statusCode, text };
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }
}

/** JSON in the form of Python's json.dumps(…, sort_keys=True); undefined becomes null. */
export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${pythonJson(name)}: ${pythonJson(member)}`);
    return `{${members.join(', ')}}`;
  }
  return JSON.stringify(value ?? null).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
