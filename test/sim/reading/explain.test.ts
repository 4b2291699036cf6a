// Explanations of GPRs: one sentence for each case, and the data behind it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phrase, textOf } from '../../../sim/index.ts';

test('the text of a sentence has neither ids nor the number of GPRs that its reader may not see', () => {
  const sentence = phrase`behind ${{ gprId: 'gpr-1' }}; evicting ${{ victims: ['gpr-2', 'gpr-3'], isCounted: true }} or ${{ victims: ['gpr-2'], isCounted: false }}`;
  const texts = [['gpr-1', 'gpr-2', 'gpr-3'], ['gpr-2'], []].map((visible) =>
    textOf(sentence, (gprId) => visible.includes(gprId)),
  );
  assert.deepEqual(texts, [
    'behind gpr-1; evicting 2 GPRs of lower priority or gpr-2',
    'behind a GPR of another workspace; evicting GPRs of other workspaces or gpr-2',
    'behind a GPR of another workspace; evicting GPRs of other workspaces or GPRs of other workspaces',
  ]);
});
