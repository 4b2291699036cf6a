import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Column, packedDetails, pieceOf, Texts } from '../../src/report/page/packed-csv.ts';
import { csvIn } from './page.ts';

/** The CSV that a page with these columns shows. */
function shown(columns: readonly Column[]): string {
  const texts = new Texts();
  const details = packedDetails(columns, texts);
  return csvIn(`<section id="x">${texts.html()}${details}</section>`, 'x')[0];
}

const instant = fc.integer({ min: 0, max: 253_402_300_799_999 });
const row = fc.record({
  text: fc.string({ unit: 'grapheme-ascii' }),
  at: fc.option(instant),
  count: fc.option(fc.integer({ min: -5, max: 5 })),
  share: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
});

test('the script unpacks the lines that were packed, long and short ones', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 150 }), fc.boolean(), (some, isLong) => {
      const rows = isLong ? Array.from({ length: 200 }, (_, i) => some[i % some.length]) : some;
      const lines = rows.map(({ text, at, count, share }) =>
        [
          pieceOf('a', text),
          at === null ? '' : new Date(at).toISOString(),
          count ?? '',
          share === null ? '' : share / 1_000_000,
        ].join(','),
      );
      const csv = shown([
        { head: 'a,text', texts: rows.map(({ text }) => pieceOf('a', text)) },
        { head: 'at', instants: rows.map(({ at }) => at) },
        { head: 'count', numbers: rows.map(({ count }) => count), digits: 0 },
        {
          head: 'share',
          numbers: rows.map(({ share }) => (share === null ? null : share / 1_000_000)),
          digits: 6,
        },
      ]);
      assert.deepEqual(csv.split('\n'), ['a,text,at,count,share', ...lines].join('\n').split('\n'));
    }),
  );
});

test('packed lines are short: equal steps and known texts take a few characters', () => {
  const count = 10_000;
  const texts = new Texts();
  const html = packedDetails(
    [
      { head: 'name', texts: Array.from({ length: count }, (_, i) => `node-${i % 2}`) },
      { head: 'at', instants: Array.from({ length: count }, (_, i) => 1_767_600_000_000 + 60_000 * i) },
    ],
    texts,
  );
  assert.ok(html.length < 2 * count, `${html.length}`);
  assert.equal(texts.html(), '<pre class="texts packed">["node-0","node-1"]</pre>\n');
});
