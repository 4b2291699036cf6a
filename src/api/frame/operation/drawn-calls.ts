// Draws by chance. Each is a hash of the seed and of the call: calls of other keys and operations do not change it.

import { hash } from 'node:crypto';
import type { OperationId } from '../access/roles.ts';

/** A call of an operation, as draws know it. */
interface NumberedCall {
  readonly operation: OperationId;
  /** The name of the key; '' for operations that need no token. */
  readonly key: string;
  /** The number of this call among those of its key, from 1. */
  readonly number: number;
}

/** Two independent uniform numbers for a call, at least 0 and below 1. @param seed an integer from 0 to 2^53 − 1 */
export function drawsOf(
  seed: number,
  { operation, key, number }: Omit<NumberedCall, 'operation'> & { readonly operation: string },
): readonly [number, number] {
  const digest = hash('sha256', JSON.stringify([seed, key, operation, number]), 'hex');
  return [fractionOf(digest.slice(0, 8)), fractionOf(digest.slice(8, 16))];
}

function fractionOf(hexDigits: string): number {
  return Number.parseInt(hexDigits, 16) / 2 ** 32;
}

/** The largest number of pairs of a key and an operation whose calls are numbered. */
export const numberedMax = 10_000;

/** Numbers the calls of each key. Beyond the limit, the pair whose last call is the longest ago begins again with 1. */
export class CallNumbers {
  /** In the order of the last calls. */
  readonly #numbers = new Map<string, number>();

  /** @param scope calls of other scopes are numbered separately */
  next(operation: OperationId, key: string, scope = ''): NumberedCall {
    const which = `${scope} ${operation} ${key}`;
    const number = (this.#numbers.get(which) ?? 0) + 1;
    this.#numbers.delete(which);
    this.#numbers.set(which, number);
    if (this.#numbers.size > numberedMax) this.#numbers.delete(this.#numbers.keys().next().value!);
    return { operation, key, number };
  }
}
