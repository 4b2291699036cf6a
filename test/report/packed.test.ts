import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packedDetails } from '../../src/report/page/packed-csv.ts';
import { csvIn } from './page.ts';

test('long lines are packed, short ones are not', () => {
  for (const count of [2, 10_000]) {
    const lines = Array.from({ length: count }, (_, i) => `node-${i % 2},"<a> & b",${60_000 * i}`);
    const html = packedDetails(lines);
    assert.deepEqual(csvIn(`<section id="x">${html}</section>`, 'x'), [lines.join('\n')]);
    assert.equal(html.includes('packed'), count > 100);
    assert.ok(html.length < 300 + 8 * count, `${html.length}`);
  }
});
