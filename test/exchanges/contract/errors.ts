// The errors whose conditions the interface's description states, and its rules beyond operations, fields and errors, with
// peculiarities of real clients. Each needs a case that names it.

import contract from '../../../fixtures/rows/contract.json' with { type: 'json' };
import type { OperationName } from './operations.ts';

interface ErrorRow {
  readonly operations: readonly OperationName[];
  readonly statusCode: number;
  /** The envelope's status, if the description states it. */
  readonly status?: string;
  /** The envelope's message, if the description states it. */
  readonly message?: string;
  /** A further text that the envelope must contain. */
  readonly text?: string;
}

export const errorRows = contract.errors as Readonly<Record<string, ErrorRow | undefined>>;
export const { rules } = contract;
