// Files of results: what is read is what was written, whatever the sizes of lines and files.

import assert from 'node:assert/strict';
import { closeSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Figures } from '../../src/studies/figure-catalogue.ts';
import type { Pictures } from '../../src/studies/pictures.ts';
import { checkedLine, isWhole } from '../../src/studies/results/checked-line.ts';
import { linesOf, openPlain } from '../../src/studies/results/lines.ts';
import { defaultParts, parsePart } from '../../src/studies/results/parts.ts';
import { newResultsFile } from '../../src/studies/results/results-file.ts';
import { StoredResults } from '../../src/studies/results/stored-results.ts';
import { temporaryFolder } from '../support/folder.ts';

const identity = { engine: '4', scenario: 'a', grid: 'b', window: 'c' };
const named = { queue: 'strict', placement: 'best-fit', order: 'priority', backfillOrder: 'same', seed: 1 };

function figures(gprs: number): Figures {
  const parts = { pools: [], clusters: [], workspaces: [] };
  return { gprs, waitMsMean: null, hash: `"${gprs}",\n"parts":`, parts } as unknown as Figures;
}

function read(folder: string, runs: number): StoredResults {
  const results = new StoredResults(folder, identity, runs, { keepsFigures: true });
  for (const _ of results.read());
  return results;
}

test('figures, pictures and errors are read as they were written', (t) => {
  const folder = temporaryFolder(t);
  const pictures = { waits: { share: [0.1, 1 / 3] } } as unknown as Pictures;
  const one = newResultsFile(folder, identity);
  one.addFigures(2, named, figures(7), pictures);
  one.addFailure(0, named, 'out of order');
  one.addFailure(1, named, 'too late');
  one.close();
  const other = newResultsFile(folder, identity);
  other.addFigures(1, named, figures(8), undefined);
  other.close();
  const results = read(folder, 4);
  assert.deepEqual([results.endedCount, results.fileCount, results.missing()], [2, 2, [0, 3]]);
  assert.deepEqual(results.failures, [{ run: 0, error: 'out of order' }]);
  const { parts, ...rest } = results.figures[2];
  assert.deepEqual({ ...rest, parts }, figures(7));
  assert.deepEqual(results.pictures(2), pictures);
});

test('a changed byte of a line is noticed, wherever it is', () => {
  const line = checkedLine({ run: 1, text: 'ä', figures: { gprs: 12 } }).subarray(0, -1);
  assert.ok(isWhole(line));
  assert.deepEqual(Object.keys(JSON.parse(line.toString())), ['run', 'text', 'figures', 'crc32']);
  for (let at = 0; at < line.length; at++) {
    const changed = Buffer.from(line);
    changed[at] ^= 1;
    assert.ok(!isWhole(changed), `${at}`);
  }
  for (let length = 0; length < line.length; length++) assert.ok(!isWhole(line.subarray(0, length)));
});

test('lines longer than a block, and ones that end with it, are read whole', (t) => {
  const file = join(temporaryFolder(t), 'lines');
  const block = 4 << 20;
  for (const lengths of [
    [block - 1, 1, 0, block],
    [2 * block, 5, block - 7],
    [0, 0, block + 1],
  ]) {
    const texts = lengths.map((length, i) => String(i).repeat(length));
    writeFileSync(file, `${texts.join('\n')}\nrest`);
    const descriptor = openPlain(file);
    let at = 0;
    let number = 0;
    for (const line of linesOf(descriptor)) {
      assert.deepEqual([line.at, line.number], [at, number + 1]);
      assert.ok(line.bytes.equals(Buffer.from(texts[number])), `line ${number + 1} of ${lengths}`);
      at += texts[number].length + 1;
      number += 1;
    }
    assert.equal(number, texts.length);
    closeSync(descriptor);
  }
});

test('a file that ends anywhere has exactly the runs whose lines are complete', (t) => {
  const folder = temporaryFolder(t);
  const file = newResultsFile(folder, identity);
  for (let run = 0; run < 5; run++) file.addFigures(run, named, figures(run), undefined);
  file.close();
  const path = join(folder, readdirSync(folder)[0]);
  const bytes = readFileSync(path);
  fc.assert(
    fc.property(fc.nat(bytes.length), (length) => {
      writeFileSync(path, bytes.subarray(0, length));
      const complete = bytes.subarray(0, length).toString().split('\n').length - 2;
      assert.equal(read(folder, 5).endedCount, Math.max(0, complete));
    }),
    { numRuns: 50 },
  );
});

test('parts', () => {
  assert.deepEqual(parsePart('0/1'), { index: 0, count: 1 });
  assert.deepEqual(parsePart('19/20'), { index: 19, count: 20 });
  for (const text of ['20/20', '1', '/', '1/', '0/0', '1/2/3', ' 1/2', '1.5/2', '0/1000001', '0x1/4']) {
    assert.equal(parsePart(text), undefined, text);
  }
  assert.deepEqual([1, 10, 11, 990, 5000].map(defaultParts), [1, 1, 2, 99, 100]);
});

test('a line without an end is no reason to read a file into memory', (t) => {
  const folder = temporaryFolder(t);
  newResultsFile(folder, identity).close();
  const path = join(folder, readdirSync(folder)[0]);
  truncateSync(path, statSync(path).size + (70 << 20));
  assert.throws(() => read(folder, 1), /cannot be read: line 2 is too long$/);
});

test('two different lines of a run are reported, also those of its pictures', (t) => {
  const pictures = (share: number) => ({ waits: { share } }) as unknown as Pictures;
  const found = (gprs: number, share: number) => {
    const folder = temporaryFolder(t);
    for (const [g, s] of [
      [7, 1],
      [gprs, share],
    ]) {
      const file = newResultsFile(folder, identity);
      file.addFigures(0, named, figures(g), pictures(s));
      file.close();
    }
    try {
      read(folder, 1);
      return 'nothing';
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.equal(found(7, 1), 'nothing');
  assert.match(found(8, 1), /have different figures of run 0; one of the machines is at fault/);
  assert.match(found(7, 2), /have different pictures of run 0; one of the machines is at fault/);
});

test('parts are read when they are used, from the line that was read before', (t) => {
  const folder = temporaryFolder(t);
  const file = newResultsFile(folder, identity);
  for (const run of [0, 1]) file.addFigures(run, named, figures(run), undefined);
  file.close();
  const results = read(folder, 2);
  const lines = readFileSync(file.path, 'utf8').split('\n');
  assert.deepEqual(results.figures[1]!.parts, figures(1).parts);
  assert.deepEqual(Object.keys({ ...results.figures[0] }), ['gprs', 'waitMsMean', 'hash']);
  const changed = { message: `${file.path} changed while it was read` };
  writeFileSync(file.path, lines[0]!);
  assert.throws(() => results.figures[0]!.parts, changed);
});
