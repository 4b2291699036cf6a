// Tests the runner: it reports unexpected answers and refuses invalid cases.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Captures } from './captures.ts';
import { problemsOf } from './coverage.ts';
import { type Exchange, parseExchange, readExchange } from './exchange.ts';
import { differences } from './match.ts';
import { play } from './player.ts';

const errorDocument = (Details: unknown) =>
  JSON.stringify({
    error: {
      Message: 'Error while fetching GPRs',
      Status: 404,
      DetailedError: { Errormessage: 'there is none', Reason: 'NotFound', Details },
      StatusCode: 404,
      ReferenceDocumentation: 'NA',
    },
  });

const same: readonly [expected: unknown, actual: unknown][] = [
  [{ a: [1, { b: null }] }, { a: [1, { b: null }] }],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
  ['<any>', null],
  ['<string>', ''],
  ['<text>', 'a'],
  ['<integer>', 7],
  ['<array>', []],
  ['<gprId>', 'gpr-0a1b2c3d-4e5f'],
  ['<uuid>', '00000000-0000-4000-8000-000000000000'],
  ['<jwt>', 'a.b-c.d_e'],
  ['<timestamp>', '2026-01-05T08:00:00.000Z'],
  ['<details>', ''],
  ['<details>', [{ reason: 'FieldValueRequired', message: '"a" is required', field: 'a' }]],
  ['<errorDocument>', errorDocument('')],
  ['<errorLine>', 'Error: there is none; Reason: NotFound'],
  [{ $regex: '^a.c$' }, 'abc'],
  [{ $json: { a: '<text>' } }, '{"a":"x"}'],
  [{ $has: { a: { $has: { b: 1 } } } }, { a: { b: 1, c: 2 }, d: 3 }],
];

const different: readonly [expected: unknown, actual: unknown, message: string][] = [
  [{ a: 1 }, { a: 1, b: 2 }, 'body.b: is not expected: 2'],
  [{ a: 1, b: 2 }, { a: 1 }, 'body.b: is missing, expected 2'],
  [{ a: undefined }, {}, 'body.a: is missing, expected nothing'],
  [{ a: { b: 1 } }, { a: { b: '1' } }, 'body.a.b: expected 1, got "1"'],
  [{ a: {} }, { a: null }, 'body.a: expected an object, got null'],
  [{ a: {} }, { a: [] }, 'body.a: expected an object, got []'],
  [[1, 2], [3, 2], 'body[0]: expected 1, got 3'],
  [[1], [1, 2], 'body: expected 1 items, got 2: [1,2]'],
  [[], null, 'body: expected a list, got null'],
  [null, undefined, 'body: expected null, got nothing'],
  ['', null, 'body: expected "", got null'],
  ['<string>', null, 'body: expected <string>, got null'],
  ['<text>', '', 'body: expected <text>, got ""'],
  ['<integer>', 1.5, 'body: expected <integer>, got 1.5'],
  ['<array>', {}, 'body: expected <array>, got {}'],
  ['<gprId>', 'gpr-1', 'body: expected <gprId>, got "gpr-1"'],
  ['<uuid>', 'x', 'body: expected <uuid>, got "x"'],
  ['<jwt>', 'a.b', 'body: expected <jwt>, got "a.b"'],
  ['<timestamp>', '2026-01-05', 'body: expected <timestamp>, got "2026-01-05"'],
  ['<details>', [], 'body: expected <details>, got []'],
  ['<details>', [{ reason: 'x' }], 'body: expected <details>, got [{"reason":"x"}]'],
  ['<errorDocument>', 'x', 'body: expected <errorDocument>, got "x"'],
  [
    '<errorDocument>',
    errorDocument(null),
    `body: expected <errorDocument>, got ${JSON.stringify(errorDocument(null))}`,
  ],
  ['<errorLine>', 'Error: there is none', 'body: expected <errorLine>, got "Error: there is none"'],
  ['<nonsense>', 'x', 'body: unknown matcher <nonsense>'],
  [{ $nonsense: 1 }, 1, 'body: unknown matcher $nonsense'],
  [{ $regex: '^a$' }, 'b', 'body: "b" does not match ^a$'],
  [{ $regex: '.' }, 5, 'body: 5 does not match .'],
  [{ $json: { a: 1 } }, '{"a":2}', 'body(JSON).a: expected 1, got 2'],
  [{ $json: {} }, 'no json', 'body: is not JSON: "no json"'],
  [{ $json: {} }, {}, 'body: expected JSON as a string, got {}'],
  [{ $has: { a: 1 } }, { b: 1 }, 'body.a: expected 1, got nothing'],
  [{ $has: {} }, 'x', 'body: expected an object, got "x"'],
];

test('an expected value has no differences', () => {
  for (const [expected, actual] of same) assert.deepEqual(differences(expected, actual), []);
});

test('every difference is reported with its place', () => {
  for (const [expected, actual, message] of different)
    assert.deepEqual(differences(expected, actual), [message]);
});

test('captured values replace names inside strings and as whole values', () => {
  const captures = new Captures();
  captures.keep('id', 'data.items[1].id', { data: { items: [{}, { id: 'x-1' }] } });
  captures.keep('count', 'count', { count: 3 });
  assert.deepEqual(captures.fill({ path: '/a/{id}?n={count}', n: '{count}', re: { $regex: '^x{1}$' } }), {
    path: '/a/x-1?n=3',
    n: 3,
    re: { $regex: '^x{1}$' },
  });
  assert.throws(() => captures.fill('{other}'), /\{other\} is not captured/);
  assert.throws(
    () => captures.keep('id', 'data.id', { data: {} }),
    /cannot capture \{id\}: there is no data\.id in/,
  );
});

const good = {
  contract: 'GPRs: GET /gpr/list',
  request: { method: 'GET', path: '/api/v1/gpr/list?sliceName=red' },
  expect: {
    status: 200,
    body: { statusCode: 200, status: 'OK', message: 'Success', data: { items: [] } },
  },
};
const parse = (content: object): Exchange => parseExchange(JSON.stringify(content), 'a/b.json');

test('an invalid case is refused with its file and member', () => {
  const cases: [object | string, RegExp][] = [
    ['{"contract":', /fixtures\/exchanges\/a\/b\.json is not JSON/],
    [{ ...good, contract: '' }, /a\/b\.json is not an exchange:\n {2}contract: /],
    [{ ...good, expected: 1 }, / {2}expected: /],
    [{ ...good, request: { ...good.request, query: {} } }, / {2}request\.query: /],
    [{ ...good, request: { method: 'GET', path: 'gpr' } }, / {2}request\.path: /],
    [{ ...good, expect: { body: {} } }, / {2}expect\.status: /],
    [{ ...good, as: 'Admin' }, / {2}as: must be Owner, Editor of <workspace>/],
    [{ ...good, before: [{ wait: '1h' }] }, / {2}before\.0\.wait: /],
    [{ ...good, before: [{ stage: 'gpr', width: {} }] }, / {2}before\.0\.width: /],
    [{ ...good, before: [{ request: good.request, capture: { id: '' } }] }, / {2}before\.0\.capture\.id: /],
  ];
  for (const [content, message] of cases) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    assert.throws(() => parseExchange(text, 'a/b.json'), message);
  }
});

test('an unexpected answer fails its case', async () => {
  assert.deepEqual(await play(parse(good)), []);
  const other = parse({ ...good, expect: { status: 404, headers: { allow: 'GET' }, body: {} } });
  const [status, header, ...members] = await play(other);
  assert.equal(status, 'HTTP status: expected 404, got 200');
  assert.equal(header, 'header allow: expected "GET", got null');
  assert.equal(members.length, 5);
  const unready = parse({ ...good, before: [{ request: good.request, status: 404 }] });
  await assert.rejects(
    play(unready),
    /before: GET \/api\/v1\/gpr\/list\?sliceName=red undefined answered 200/,
  );
  await assert.rejects(play(parse({ ...good, world: 'no-such' })), /the world no-such: /);
  await assert.rejects(play(parse({ ...good, before: [{ stage: 'no-such' }] })), /stages\/no-such\.json/);
});

test('a case with unknown operations, members or rows is reported', () => {
  const problems = (changes: object) => problemsOf(parse({ ...good, ...changes }));
  assert.deepEqual(problems({}), []);
  assert.deepEqual(problems({ request: { method: 'GET', path: '/api/v1/gpr/lists' } }), [
    'GET /api/v1/gpr/lists is not an operation of the interface',
  ]);
  assert.deepEqual(problems({ request: { method: 'GET', path: '/api/v1/gpr/list?slice=red' } }), [
    "the request's slice is not a member of this operation",
  ]);
  const answer = (data: object) => ({ expect: { status: 200, body: { statusCode: 200, data } } });
  assert.deepEqual(problems(answer({ items: [{ gprId: '<gprId>', color: 'red' }] })), [
    "the answer's items[].color is not a member of this operation",
  ]);
  assert.deepEqual(
    problems({ expect: { ...good.expect, status: 404 } })[0],
    'the expected body.statusCode: expected 404, got 200',
  );
  assert.deepEqual(problems({ covers: ['no such row'] }), ['there is no row "no such row"']);
  assert.deepEqual(problems({ covers: ['list of an unknown workspace'] }), [
    'the row "list of an unknown workspace".statusCode: expected 404, got 200',
    'the row "list of an unknown workspace".message: expected "Slice Workspace Not Found", got "Success"',
  ]);
  const misplaced = { ...readExchange('gpr/delete-successful-500.json'), covers: ['placement list failure'] };
  assert.equal(problemsOf(misplaced)[0], 'the row "placement list failure" is of listWorkloadPlacements');
});
