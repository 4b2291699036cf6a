import assert from 'node:assert/strict';

/** Asserts that a message contains a text, in which `…` is any part of a line. */
export function assertMessage(message: string, text: string): void {
  const pattern = text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll('…', '.*');
  assert.match(message, new RegExp(pattern));
}
