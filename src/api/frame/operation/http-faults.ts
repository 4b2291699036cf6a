// The injected faults of the HTTP interface of one world. They belong to the process: no restart, rewind or export has them.

import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '../access/roles.ts';
import { CallNumbers, drawsOf } from './drawn-calls.ts';
import type { HttpFault, HttpFaultSpec } from './http-fault.ts';

export const httpFaultsMax = 1000;
/** Characters of all faults of a world, as JSON. */
export const faultTextMax = 10_000_000;

/** A valid and permitted call of an operation. */
export interface Call {
  readonly operation: OperationId;
  /** The name of the key; '' for operations that need no token. */
  readonly key: string;
  /** The members of the path, the query and the body. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** Whether the operation belongs to the interface of the service and needs a token. */
  readonly isOfService: boolean;
  /** Whether a client sent the call over a connection. Drawn faults fail no other calls. */
  readonly isServed: boolean;
}

/** Draws the faults that calls meet. */
export interface FaultDraws {
  /** Counts a call. Returns the fault that it meets, unless it meets an injected one. */
  draw(call: Call): HttpFault | undefined;
  /** Notifies that a call met the fault. */
  report(fault: HttpFault): void;
}

type CountedFault = { -readonly [Member in keyof HttpFault]: HttpFault[Member] } & {
  /** Of its text as JSON. */
  readonly length: number;
};

const idPrefix = 'http-';
/** The spellings of the member of a request that names a workspace. */
const workspaceNames = ['sliceName', 'workspaceName', 'workspace'];

export class HttpFaults {
  #faults: CountedFault[] = [];
  #made = 0;
  /** Of the calls that pass the filters of faults with a `chance`, separately for each fault. */
  readonly #numbers = new CallNumbers();
  readonly #draws: FaultDraws | undefined;

  constructor(draws?: FaultDraws) {
    this.#draws = draws;
  }

  /** The new fault, or undefined if there are already `httpFaultsMax`, or more text than `faultTextMax`. */
  add(spec: HttpFaultSpec): HttpFault | undefined {
    const length = JSON.stringify(spec).length;
    const text = this.#faults.reduce((sum, fault) => sum + fault.length, length);
    if (this.#faults.length >= httpFaultsMax || text > faultTextMax) return undefined;
    const fault = { ...spec, faultId: `${idPrefix}${++this.#made}`, calls: 0, happened: 0 };
    this.#faults.push({ ...fault, length });
    return fault;
  }

  list(): readonly HttpFault[] {
    return this.#faults.map(({ length: _, ...fault }) => fault);
  }

  remove(faultId: string): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.faultId !== faultId);
    return this.#faults.length < before;
  }

  /** Counts a call and returns the oldest fault that it meets. Removes faults that have failed all their calls. */
  meet(call: Call): HttpFault | undefined {
    const drawn = this.#draws?.draw(call);
    const met = this.#faults.length === 0 ? undefined : this.#meetInjected(call);
    if (met !== undefined || drawn === undefined || !call.isServed) return met;
    this.#draws!.report(drawn);
    return drawn;
  }

  #meetInjected(call: Call): HttpFault | undefined {
    let met: HttpFault | undefined;
    for (const fault of this.#faults) {
      if (!concerns(fault, call)) continue;
      fault.calls++;
      const isDrawn =
        fault.chance === 1 ||
        drawsOf(fault.seed, this.#numbers.next(call.operation, call.key, fault.faultId))[0] < fault.chance;
      if (met !== undefined || fault.calls < fault.nth || !isDrawn) continue;
      fault.happened++;
      met = fault;
    }
    this.#faults = this.#faults.filter(({ happened, times }) => happened < times);
    return met;
  }
}

/** Whether the call passes the filters of the fault. */
function concerns({ operation, key, workspace, request }: HttpFaultSpec, call: Call): boolean {
  const { sent } = call;
  if (operation !== call.operation || (key !== null && key !== call.key)) return false;
  if (workspace !== null && !workspaceNames.some((name) => sent[name] === workspace)) return false;
  return Object.entries(request ?? {}).every(
    ([name, value]) => Object.hasOwn(sent, name) && isDeepStrictEqual(sent[name], value),
  );
}
