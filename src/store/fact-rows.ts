// The rows in which runs of facts are stored.

import type { FactRun } from '../../sim/index.ts';
import { Unreadable } from './packed.ts';
import { packFacts, unpackFacts } from './packed-facts.ts';
import { checksumOf, isSealed } from './row-checksum.ts';
import { rowId } from './row-id.ts';
import { factRuns } from './schema.ts';

const PACKED = 1;

/** Returns the values of a new row, with its checksum. */
export function rowOfFacts(branch: number, run: FactRun) {
  const { firstSeq, count, words } = run;
  const row = [count, words[1], lastInstant(run), packFacts(words)] as const;
  return [rowId(branch, firstSeq), ...row, checksumOf(branch, firstSeq, ...row, PACKED)] as const;
}

/**
 * Returns the run of a stored row, undefined if the row is damaged.
 * @param isChecked whether a wrong checksum is damage
 */
export function factsOfRow(row: typeof factRuns.$inferSelect, isChecked: boolean): FactRun | undefined {
  if (isChecked && !isSealed(factRuns, row)) return undefined;
  const { firstSeq, count, words: stored, isPacked } = row;
  const words = isPacked ? packedWords(stored) : plainWords(stored);
  return words !== undefined && countFacts(words) === count ? { firstSeq, count, words } : undefined;
}

function packedWords(stored: Buffer): Float64Array | undefined {
  try {
    return unpackFacts(stored);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function plainWords(stored: Buffer): Float64Array {
  // Copy the blob: a Float64Array needs an aligned start.
  const bytes = new Uint8Array(stored);
  return new Float64Array(bytes.buffer, 0, Math.floor(bytes.length / 8));
}

/** Returns the number of records in a run, −1 if the words are not whole records. */
function countFacts(words: Float64Array): number {
  let count = 0;
  let at = 0;
  for (; at < words.length; count++) {
    const length = Math.floor(words[at] / 256);
    if (!(length >= 0)) return -1;
    at += 2 + length;
  }
  return at === words.length ? count : -1;
}

function lastInstant(run: FactRun): number {
  let at = 0;
  for (let i = 0; i < run.words.length; i += 2 + Math.floor(run.words[i] / 256)) at = run.words[i + 1];
  return at;
}
