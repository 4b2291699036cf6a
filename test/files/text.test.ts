import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readChanges } from '../../src/cli/commands/listing/what-if/change-flags.ts';
import { readTextBounded } from '../../src/files/read-bounded.ts';
import { readModule } from '../../src/modules/module-text.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import { readPlay } from '../../src/server/opening/play.ts';
import { readText } from '../../src/traces/read.ts';
import { temporaryFolder } from '../support/folder.ts';

const BYTES_MAX = 10_000;

function fileOf(t: TestContext, content: Buffer | string): string {
  const folder = temporaryFolder(t);
  const file = join(folder, 'given.mjs');
  writeFileSync(file, content);
  return file;
}

test('a byte order mark is no part of a text, and UTF-16 is read', (t) => {
  const utf16 = Buffer.from('\uFEFFaé€\n', 'utf16le');
  for (const content of ['aé€\n', '\uFEFFaé€\n', utf16, Buffer.from(utf16).swap16()]) {
    const file = fileOf(t, content);
    assert.equal(readTextBounded(file, BYTES_MAX), 'aé€\n');
    const ofTrace = readText(file, BYTES_MAX);
    assert.ok(ofTrace.ok);
    assert.equal(ofTrace.text, 'aé€\n');
    assert.equal(readModule(file).text, 'aé€\n');
  }
  assert.equal(readTextBounded(fileOf(t, 'abcde'), 4), undefined);
});

test('a plan of --play and a file of --changes may begin with a byte order mark', (t) => {
  const loaded = loadScenario('tiny', { now: () => 0 });
  assert.ok(loaded.ok);
  const line = { at: '+1h', method: 'GET', path: '/api/v1/clusters' };
  const [played] = readPlay(fileOf(t, `\uFEFF${JSON.stringify(line)}\r\n`), loaded.scenario);
  assert.deepEqual([played!.path, played!.atMs], [line.path, 3_600_000]);
  const [change] = readChanges(fileOf(t, '\uFEFF{"arrivalRate": 2}\n'));
  assert.deepEqual(change!.sent, { arrivalRate: 2 });
});
