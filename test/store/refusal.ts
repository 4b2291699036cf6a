import assert from 'node:assert/strict';
import { StoreError } from '../../src/store/store-error.ts';

/** Returns the message with which a file is refused. */
export function refusal(open: () => unknown): string {
  try {
    open();
  } catch (error) {
    assert.ok(error instanceof StoreError, `${error}`);
    return error.message;
  }
  return assert.fail('the file was opened');
}
