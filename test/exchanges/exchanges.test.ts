// Plays every file under fixtures/exchanges, each in a new world.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangeFiles, readExchange } from './exchange.ts';
import { play } from './player.ts';

for (const file of exchangeFiles()) {
  test(`fixtures/exchanges/${file}`, async () => {
    const wrong = await play(readExchange(file));
    if (wrong.length > 0) assert.fail(`fixtures/exchanges/${file}\n${wrong.join('\n')}`);
  });
}
