// Plays fixtures/usage: command lines that are refused, each with texts of the message.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertMessage } from '../support/message.ts';
import { type Ran, refused } from './gprsim.ts';

interface Refusal {
  readonly args: readonly string[];
  /** The exit code; by default 2. */
  readonly status?: number;
  /** `…` is any part of a line. */
  readonly messages: readonly string[];
}

/** The content of a file in fixtures/usage. @param values for `{name}` in it */
export function usageIn<Content>(name: string, values: Readonly<Record<string, string>> = {}): Content {
  const path = join(import.meta.dirname, '../../fixtures/usage', `${name}.json`);
  const text = Object.entries(values).reduce(
    (filled, [key, value]) => filled.replaceAll(`{${key}}`, value),
    readFileSync(path, 'utf8'),
  );
  return JSON.parse(text);
}

/** Asserts that each command of a file in fixtures/usage prints its message, without control characters, and nothing else. @param run by default in this process */
export function assertRefused(
  name: string,
  values?: Readonly<Record<string, string>>,
  run: (args: readonly string[]) => Pick<Ran, 'status' | 'stdout' | 'stderr'> = refused,
): void {
  for (const { args, status = 2, messages } of usageIn<readonly Refusal[]>(name, values)) {
    const ran = run(args);
    for (const text of messages) assertMessage(ran.stderr, text);
    assert.ok(!ran.stderr.includes('\u001b'), ran.stderr);
    assert.deepEqual([ran.status, args.includes('--json') ? '' : ran.stdout], [status, ''], args.join(' '));
  }
}
