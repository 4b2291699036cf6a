import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { GPR_STATES } from '../../sim/index.ts';
import { STATE_WORDS } from '../../src/looks/states.ts';

test('each state has words, and those of the states of a living GPR are those of the glossary', () => {
  assert.deepEqual(new Set(Object.keys(STATE_WORDS)), new Set(GPR_STATES));
  const glossary = readFileSync(join(import.meta.dirname, '../../docs/glossary.md'), 'utf8');
  for (const state of ['Queued', 'Provisioning', 'Successful'] as const)
    assert.ok(glossary.includes(`${state}: ${STATE_WORDS[state]};`), state);
});
