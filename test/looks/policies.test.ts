import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyName } from '../../src/looks/policy-names.ts';

test('a policy has its name, and a module the beginning of its SHA-256', () => {
  assert.equal(policyName('best-fit'), 'best-fit');
  const module = `sha256:1a2b3c4d${'0'.repeat(56)}`;
  assert.equal(policyName(module), 'module@1a2b3c4d');
  assert.equal(policyName(module, 'mine'), 'mine@1a2b3c4d');
});
