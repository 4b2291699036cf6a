// Files that a mistaken or malicious program could make: every command that reads one ends soon, takes little memory, and
// reports what is wrong in a sentence. What is no world stays as it is.

import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { copied } from '../flips/world.ts';
import { runs } from '../support/runs.ts';
import { bytes } from './bytes.ts';
import { type Good, goodFiles } from './good.ts';
import type { Hostile } from './hostile.ts';
import { rows } from './rows.ts';
import { COMMANDS, KILLED, MEMORY_MAX_MB, ran } from './run.ts';
import { snapshots } from './snapshots.ts';
import { tables } from './tables.ts';

const ALL = { rows, tables, bytes, snapshots };
/** Of these commands, each file meets one, in turn; all, with GPRSIM_RUNS above 1. Below 1, only this share of the files is made. */
const OTHERS = ['import', 'export', 'replay', 'gprs', 'tables', 'serve'];
const isAll = runs > 1;
const EACH = Math.max(1, Math.round(1 / runs));

let folder = '';
let good: Good;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gprsim-test-'));
  good = await goodFiles(folder);
});
after(() => rmSync(folder, { recursive: true }));

for (const [kind, hostiles] of Object.entries(ALL)) {
  describe(`hostile ${kind}`, { concurrency: 2 }, () => {
    for (const [i, hostile] of hostiles.entries()) {
      if (i % EACH !== 0) continue;
      const some = ['doctor', ...(isAll ? OTHERS : [OTHERS[i % OTHERS.length]])];
      for (const command of hostile.commands ?? some)
        test(`${command}: ${hostile.name}`, () => endsSoon(command, hostile));
    }
  });
}

async function endsSoon(command: string, { make, isEnded }: Hostile): Promise<void> {
  const own = mkdtempSync(join(folder, 'hostile-'));
  const file = join(own, 'world.gprsim');
  if (isEnded) copied(good.ended, file);
  else copyFileSync(good.closed, file);
  await make(file);
  const target = join(own, 'new.gprsim');
  mkdirSync(join(own, 'tmp'));
  try {
    const { status, stderr, peakMb } = await ran(COMMANDS[command](file, target), join(own, 'tmp'));
    assert.ok(status !== KILLED, `it was killed: ${stderr}`);
    assert.ok([0, 1, 2].includes(status), `exit code ${status}: ${stderr}`);
    assert.ok(peakMb < MEMORY_MAX_MB, `it took ${Math.round(peakMb)} MB`);
    assert.doesNotMatch(stderr, /^\s+at |Error:|undefined|\[object/m);
    if (status !== 0) assert.ok(!existsSync(target));
  } finally {
    rmSync(own, { recursive: true });
  }
}
