import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseJson } from '../../src/scenario/parse-json.ts';

test('a syntax error has its line, its column and what was expected', () => {
  const cases: [string, number, number, RegExp][] = [
    ['', 1, 1, /expected a value, but the text ends/],
    ['{\n  "name": "x",\n}', 3, 1, /expected a name in double quotes, but found "}"/],
    ['{\n  "seed": 42\n  "name": "x"\n}', 3, 3, /expected "," or "}", but found "\\""/],
    ['{ "a": [1, 2,] }', 1, 14, /expected a value, but found "]"/],
    ['{ "a": [1, 2 }', 1, 14, /expected "," or "]", but found "}"/],
    ['{ "a" 1 }', 1, 7, /expected ":"/],
    ['{ a: 1 }', 1, 3, /expected a name in double quotes, but found "a"/],
    ["{ 'a': 1 }", 1, 3, /expected a name in double quotes/],
    ['{ "a": 01 }', 1, 9, /expected "," or "}", but found "1"/],
    ['{ "a": .5 }', 1, 8, /expected a value, but found "."/],
    ['{ "a": NaN }', 1, 8, /expected a value, but found "N"/],
    ['{ /* why\n}', 1, 3, /found "\/" \(a comment is/],
    ['{ # why\n}', 1, 3, /found "#"/],
    ['{ /* here */ a: 1 }', 1, 14, /expected a name in double quotes, but found "a"/],
    ['// one\n/* two\n\u{1f600} */ { "a": [1, 2,] } // "', 3, 20, /expected a value, but found "]"/],
    ['{ "a": "// no comment', 1, 8, /not closed on its line/],
    ['{} {}', 1, 4, /expected nothing more/],
    ['{ "a": "x\ny" }', 1, 8, /not closed on its line or has an invalid escape/],
    ['{ "a\\q": 1 }', 1, 3, /invalid escape/],
    ['[', 1, 2, /the text ends/],
    ['{ "a": 1', 1, 9, /expected "," or "}", but the text ends/],
    [
      '{ "a": 1,\n  "b": { "a": 2 }, "c": [{ "a": 3 }, { "a": 4 }],\n  "a": 5 }',
      3,
      3,
      /^"a" is already a member of this object$/,
    ],
    ['{ "\\u0061": 1, "a": 2 }', 1, 16, /already/],
    ['{ "__proto__": 1, "__proto__": 2 }', 1, 19, /already/],
    ['['.repeat(200_000), 1, 200_001, /the text ends/],
  ];
  for (const [text, line, column, why] of cases) {
    const parsed = parseJson(text);
    assert.ok(!parsed.ok, text.slice(0, 40));
    assert.deepEqual([parsed.line, parsed.column], [line, column], text.slice(0, 40));
    assert.match(parsed.why, why);
  }
});

test('valid JSON is parsed as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      assert.deepEqual(parseJson(text), { ok: true, value: JSON.parse(text) });
    }),
  );
});

test('comments are ignored, and strings with comment marks stay strings', () => {
  const text = '// why\r\n{ /* " */ "a": /* b\n * c */ "// d", "e": "/* \\" */" // "f": 1\n}/**/';
  assert.deepEqual(parseJson(text), { ok: true, value: { a: '// d', e: '/* " */' } });
  const comment = fc.constantFrom('// {"\n', '/* [ " */', '/**/', ' ');
  fc.assert(
    fc.property(fc.json(), comment, comment, (text, before, after) => {
      const spread = JSON.stringify(JSON.parse(text), null, 1).replaceAll('\n', `${after}\n`);
      assert.deepEqual(parseJson(before + spread + after), { ok: true, value: JSON.parse(text) });
    }),
  );
});

test('text that JSON.parse refuses is refused', () => {
  const damaged = fc.tuple(fc.json(), fc.nat()).map(([text, place]) => {
    const at = place % text.length;
    return text.slice(0, at) + text.slice(at + 1);
  });
  fc.assert(
    fc.property(fc.oneof(damaged, fc.string()), (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      // The damage can repeat a member name, which JSON.parse accepts.
      const parsed = parseJson(text);
      if (parsed.ok || !parsed.why.includes('already')) assert.equal(parsed.ok, isJson);
    }),
  );
});

test('a mistake after or inside a string of millions of characters is found', () => {
  const long = 'x\\n'.repeat(4_000_000);
  assert.deepEqual(parseJson(`["${long}" 1]`), {
    ok: false,
    line: 1,
    column: long.length + 5,
    why: 'expected "," or "]", but found "1"',
  });
  const open = parseJson(`{"a": "${long}`);
  assert.ok(!open.ok);
  assert.deepEqual([open.line, open.column], [1, 7]);
  assert.match(open.why, /not closed/);
});
