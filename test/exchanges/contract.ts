// The interface's description: its operations, its errors with their conditions, and its rules beyond operations, fields and
// errors, with peculiarities of real clients. Each part needs a case that shows it.

import contract from '../../fixtures/rows/contract.json' with { type: 'json' };
import operations from '../../fixtures/rows/operations.json' with { type: 'json' };

export interface Route {
  readonly method: string;
  /** The path below /api/v1, with parameters in braces. */
  readonly path: string;
  /** A query parameter that must be present or absent, if two operations share a path. */
  readonly having?: string;
  readonly lacking?: string;
}

export interface ContractOperation extends Route {
  readonly aliases?: readonly Route[];
  /**
   * Members of body and query. `a.b` is a member of `a`, `a[].b` a member of each item of the list `a`, `a.*` any member
   * of the map `a`.
   */
  readonly request: readonly string[];
  /** Further members and spellings that real clients send. */
  readonly alsoSent?: readonly string[];
  /** Members of the answer's data. `[]` is an item if the data are a list. */
  readonly response: readonly string[];
  /** Further members of the answer's data. */
  readonly alsoAnswered?: readonly string[];
}

interface ErrorRow {
  readonly operations: readonly string[];
  readonly statusCode: number;
  /** The envelope's status, if the description states it. */
  readonly status?: string;
  /** The envelope's message, if the description states it. */
  readonly message?: string;
  /** A further text that the envelope must contain. */
  readonly text?: string;
}

export const contractOperations: Readonly<Record<string, ContractOperation>> = operations;
export const errorRows: Readonly<Record<string, ErrorRow | undefined>> = contract.errors;
/** `errorEnvelope` has the members of an error's envelope; those after `(JSON)` are in the document of error.data. */
export const { rules, envelope, errorEnvelope } = contract;

/** An unknown member, which a case sends to show that it is ignored. */
export const ignoredMember = 'anythingElse';
