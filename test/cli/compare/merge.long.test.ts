// A merge of generated results in bounded memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILES, generateResults, studyOf } from '../../../bench/merge/generated-results.ts';
import { runs } from '../../support/runs.ts';
import { gprsim, temporaryFolder } from '../gprsim.ts';

const RUNS = 100_000 * Math.min(1, runs);
const SIZE = { variants: 2, seeds: RUNS / 2 };
/** Memory of JavaScript that a merge of 100,000 runs may take, MB. The program and its buffers take less than 200 more. */
const HEAP_MB = 600;

test(`${RUNS} runs are merged in bounded memory`, (t) => {
  const ran = (args: string[], env: Record<string, string> = {}) => {
    const { status, stderr, stdout } = gprsim(args, env);
    assert.equal(status, 0, stderr);
    return stdout;
  };
  const results = generateResults(temporaryFolder(t), SIZE, ran);
  const merged = (...flags: string[]) =>
    ran([...studyOf(SIZE), '--results', results, '--merge', ...flags], {
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    });
  const text = merged();
  assert.match(text, new RegExp(`^ {2}run +read from .*, ${FILES} files$`, 'm'));
  assert.match(text, new RegExp(`, of ${RUNS} runs$`, 'm'));
  assert.equal(merged('--csv').split('\n').length, RUNS + 2);
});
