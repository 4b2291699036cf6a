// The calls of a client, as invariants and texts of a hunt see them.

import { type Arrival, clientGone, type KeptRequest } from '../../api/frame/request-log/kept-request.ts';
import { RequestLog } from '../../api/frame/request-log/request-log.ts';

/** A call that a client made. */
export interface Call {
  /** From 1, in the order of their arrival. */
  readonly number: number;
  /** Simulated ms since the start of the world. */
  readonly atMs: number;
  readonly method: string;
  /** The path with its query, within the world. */
  readonly path: string;
  /** The operationId; null: the path leads to no operation. */
  readonly operation: string | null;
  /** The body that was sent, without secrets; null without one. */
  readonly body: string | null;
  /** null: the client got no whole answer. */
  readonly status: number | null;
  /** The fault that it met. */
  readonly fault: string | null;
  /** Whether the operation ran although the call met a fault; null without one. */
  readonly executed: boolean | null;
  /** The answer of the operation, also if the client did not get it; null if it did not run. */
  readonly answer: { readonly status: number; readonly body: string | null } | null;
  /** Which of the tokens of the client it had, in the order of their first use, from 1; null without one. */
  readonly token: number | null;
  /** Real ms between the end of the call before it and its arrival. */
  readonly pauseMs: number;
}

/** The log of a world of a hunt. It knows which calls have the same token, and when they came. */
export class CallLog extends RequestLog {
  /** The number of a request → what else is known of it. */
  readonly #more = new Map<number, { readonly token: number | null; readonly realMs: number }>();
  readonly #tokens = new Map<string, number>();

  override arrive(arrival: Arrival): KeptRequest {
    const request = super.arrive(arrival);
    this.#more.set(request.number, { token: this.#token(arrival.authorization), realMs: performance.now() });
    return request;
  }

  #token(authorization: string | undefined): number | null {
    if (authorization === undefined) return null;
    const known = this.#tokens.get(authorization);
    if (known === undefined) this.#tokens.set(authorization, this.#tokens.size + 1);
    return known ?? this.#tokens.size;
  }

  /** The calls until now, in the order of their arrival. @param prefix of the paths of the world */
  calls(prefix: string): readonly Call[] {
    let endedMs = 0;
    return this.page(0, Number.MAX_SAFE_INTEGER, false, () => true).requests.map((request) => {
      const { number, method, operation, target, nowMs: atMs, faultId: fault, executed } = request;
      const { token, realMs } = this.#more.get(number)!;
      const pauseMs = realMs - endedMs;
      endedMs = realMs + (request.ms ?? 0);
      const isWhole = request.connection !== 'cut' && request.status !== clientGone;
      const own = fault === null ? { status: request.status ?? 0, body: request.answerBody } : request.own;
      return {
        number,
        atMs,
        method,
        path: target.startsWith(prefix) ? target.slice(prefix.length) : target,
        operation,
        body: request.body?.text ?? null,
        status: isWhole ? request.status : null,
        fault,
        executed,
        answer: own && { status: own.status, body: own.body?.text ?? null },
        token,
        pauseMs,
      };
    });
  }
}

/** The members of the data of an answer; {} if it is none, or no success. */
export function dataOf({ answer }: Pick<Call, 'answer'>): Readonly<Record<string, unknown>> {
  if (answer === null || answer.status >= 400) return {};
  return (objectOf(answer.body).data ?? {}) as Readonly<Record<string, unknown>>;
}

/** The members of a body in JSON; {} if it is none. */
export function objectOf(body: string | null): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body ?? '');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

/** A GPR that the client made. */
export interface MadeGpr {
  readonly gprId: string;
  readonly name: string;
  readonly workspace: string;
  /** The call that made it. */
  readonly call: Call;
}

export function madeGprs(calls: readonly Call[]): readonly MadeGpr[] {
  return calls.flatMap((call) => {
    if (call.operation !== 'createGpr') return [];
    const { gprId } = dataOf(call);
    if (typeof gprId !== 'string') return [];
    const { gprName, sliceName } = objectOf(call.body);
    return [{ gprId, name: String(gprName), workspace: String(sliceName), call }];
  });
}
