import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseVary } from '../../src/cli/commands/runs/compare/vary-flag.ts';
import { tokensOf, whyNowhere, withMember } from '../../src/studies/varied/pointer.ts';
import { Settings } from '../../src/studies/varied/settings.ts';
import {
  type Json,
  parseValue,
  splitValues,
  valueText,
  valueTexts,
} from '../../src/studies/varied/varied-values.ts';

const valuesOf = (...texts: string[]) =>
  texts.reduce<ReturnType<typeof parseVary>>((before, text) => parseVary(`/x=${text}`, before), [])[0].values;

test('a value is JSON if it parses as JSON, otherwise a string', () => {
  assert.deepEqual(valuesOf('4,8.5,-1,true,null,2m,"4",a b'), [4, 8.5, -1, true, null, '2m', '4', 'a b']);
  assert.deepEqual(valuesOf('{"from": "1h", "to": "2h"},{"from": "2h", "to": "3h"}'), [
    { from: '1h', to: '2h' },
    { from: '2h', to: '3h' },
  ]);
  assert.deepEqual(valuesOf('"a,\\"b",{"c": [1, "d}, "]}'), ['a,"b', { c: [1, 'd}, '] }]);
  assert.deepEqual(valuesOf('6..8,12'), [6, 7, 8, 12]);
  assert.deepEqual(valuesOf('-1..1'), [-1, 0, 1]);
  assert.deepEqual(valuesOf('[1,2]', '[4]', '[]'), [[1, 2], [4], []]);
  assert.deepEqual(valuesOf('1', '3', '2'), [1, 3, 2], 'a repeated flag adds values');
  assert.deepEqual(valuesOf('""'), ['']);
  assert.deepEqual(valuesOf('{"a":1,2'), ['{"a":1,2'], 'brackets that are not closed');
});

test('the text of a value is read as the same value again', () => {
  const values: Json[] = [
    4,
    -0.5,
    true,
    null,
    '',
    '4',
    'null',
    '2m',
    'a,b',
    '6..12',
    '[1',
    '{',
    '"',
    ' a',
    'a\nb',
    '..',
    [1, [2, 'x,y']],
    { a: 'b,c', d: [1] },
    [],
    {},
    5,
    6,
    7,
    9,
  ];
  for (const value of values) assert.deepEqual(parseValue(valueText(value)), value);
  const texts = valueTexts(values);
  assert.deepEqual(
    texts.flatMap((text) => valuesOf(text)),
    values,
  );
  assert.ok(texts.at(-1)!.endsWith('5..7,9'));
  for (const value of values) assert.deepEqual(splitValues(valueText(value)).length, 1);
});

test('a number that is too large for a number stays a text', () => {
  for (const text of ['1e400', '-1e400']) assert.equal(parseValue(text), text);
  assert.equal(parseValue('1e300'), 1e300);
});

test('a repeated flag adds members; each value is given once', () => {
  const two = parseVary('/b=3', parseVary('/a=1,2'));
  assert.deepEqual(parseVary('/a=3', two), [
    { pointer: '/a', values: [1, 2, 3] },
    { pointer: '/b', values: [3] },
  ]);
  const refused: [string, RegExp][] = [
    ['/a', /--vary takes a JSON Pointer and values, such as .*, not "\/a"/],
    ['a=1', /a JSON Pointer begins with \/$/],
    ['=1', /a JSON Pointer begins with \/ and has a name$/],
    ['/a~2=1', /~ is written ~0/],
    ['/a=', /has an empty value; write ""/],
    ['/a=1,,2', /has an empty value/],
    ['/a=5..2', /runs backwards; did you mean 2\.\.5\?/],
    ['/a=1..20000', /has 20000 values; give at most 10000/],
    ['/a=1,1.0', /--vary \/a has 1 twice/],
    ['/a=1..3,2', /--vary \/a has 2 twice/],
    ['/seed=1,2', /does not take \/seed; give seeds with --seeds/],
    ['/scheduler/queue=strict', /give queue policies with --queue/],
    ['/scheduler/placement=best-fit', /give placement policies with --placement/],
    ['/scheduler={}', /such as \/scheduler\/workspaceLimit/],
  ];
  for (const [text, message] of refused) assert.throws(() => parseVary(text), { message });
  assert.throws(() => parseVary('/seed=,5..2,1,1,1..20000'), {
    message: [
      '--vary does not take /seed; give seeds with --seeds',
      '--vary /seed has an empty value; write "" for an empty string',
      '--vary /seed=5..2 runs backwards; did you mean 2..5?',
      '--vary /seed has 1 twice; give it once',
      '--vary /seed has 20003 values; give at most 10000',
    ].join('\n'),
  });
  assert.throws(() => parseVary('/a/0=1', two), {
    message: '--vary /a/0 and --vary /a overlap; give one of them',
  });
  assert.throws(() => parseVary('/b=1', parseVary('/b/c=1')), /overlap/);
});

const content = { a: [{ 'b/c': 1, 'd~e': { f: 2 } }], empty: {}, none: [] };

test('a pointer is read as in RFC 6901', () => {
  assert.deepEqual(tokensOf('/a/0/b~1c'), ['a', '0', 'b/c']);
  assert.deepEqual(tokensOf('/~01'), ['~1']);
  assert.deepEqual(tokensOf('/'), ['']);
  for (const wrong of ['', 'a', '/~', '/~2', '/a~']) assert.equal(tokensOf(wrong), undefined, wrong);
});

test('a pointer to nothing is answered with the nearest member that exists and what it has', () => {
  const cases: [string, string | undefined][] = [
    ['/a/0/b~1c', undefined],
    ['/a/0/new', undefined],
    ['/new', undefined],
    ['/empty/new', undefined],
    ['/new/x', 'points to nothing: it has a, empty, none'],
    ['/a/1', 'points to nothing: /a has one item, number 0'],
    ['/a/00', 'points to nothing: /a has one item, number 0'],
    ['/a/-', 'points to nothing: /a has one item, number 0'],
    ['/a/0/d~0e/x/y', 'points to nothing: /a/0/d~0e has f'],
    ['/a/0/b~1c/x', 'points to nothing: /a/0/b~1c is 1, which has no members'],
    ['/empty/x/y', 'points to nothing: /empty has no members'],
    ['/emtpy/x', 'points to nothing: it has a, empty, none; did you mean empty?'],
    ['/none/0', 'points to nothing: /none is an empty list'],
    ['/toString/x', 'points to nothing: it has a, empty, none'],
  ];
  for (const [pointer, why] of cases) assert.equal(whyNowhere(content, pointer), why, pointer);
  const named = { clusters: [{ name: 'main' }] };
  assert.equal(
    whyNowhere(named, '/clusters/1/name'),
    'points to nothing: /clusters has one item, number 0 (main)',
  );
});

test('another value of a member leaves the given content as it is', () => {
  const before = JSON.stringify(content);
  assert.deepEqual(withMember(content, '/a/0/d~0e/f', [3]), {
    ...content,
    a: [{ 'b/c': 1, 'd~e': { f: [3] } }],
  });
  assert.deepEqual(withMember(content, '/empty/new', 1), { ...content, empty: { new: 1 } });
  const own = withMember(content, '/empty/__proto__', 1) as { empty: object };
  assert.deepEqual(Object.keys(own.empty), ['__proto__']);
  assert.equal(JSON.stringify(content), before);
});

test('single settings have each value once beside first values, in each scenario', () => {
  const member = (pointer: string, ...values: Json[]) => ({ pointer, values });
  const settings = new Settings(['one', 'two'], [member('/a', 1, 2, 3), member('/b', 'x', 'y')]);
  assert.deepEqual(
    [...settings.singly()].map((index) => [settings.at(index).source, ...settings.at(index).values]),
    [0, 1].flatMap((source) => [
      [source, 1, 'x'],
      [source, 2, 'x'],
      [source, 3, 'x'],
      [source, 1, 'y'],
    ]),
  );
  assert.deepEqual([...new Settings(['one', 'two'], []).singly()], [0, 1]);
});
