import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inUnit } from '../../src/wire/text/unit.ts';

test('texts about GPUs are in the unit of the world; names stay', () => {
  for (const [text, expected] of [
    ['GPUs', 'processors'],
    ['1 GPU.', '1 processor.'],
    [
      'node-1 (2 GPUs), priority 3: no GPUs; then GPU hours',
      'node-1 (2 processors), priority 3: no processors; then processor hours',
    ],
    ['GPU-test', 'GPU-test'],
    ['my-GPU, GPU_2, GPU.a and a/GPU of 4 GPUs', 'my-GPU, GPU_2, GPU.a and a/GPU of 4 processors'],
  ] as const)
    assert.equal(inUnit(text, 'processor'), expected);
  assert.equal(inUnit('2 GPUs', 'GPU'), '2 GPUs');
});
