// Tests the runner: it reports unexpected answers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf } from './coverage.ts';
import { type Exchange, parseExchange, readExchange } from './exchange.ts';
import rows from './match.json' with { type: 'json' };
import { differences } from './match.ts';
import { play } from './player.ts';

interface Row {
  readonly expected: unknown;
  readonly actual: unknown;
  /** Absent if there is none. */
  readonly difference?: string;
}

test('every difference is reported with its place', () => {
  for (const { expected, actual, difference } of rows as readonly Row[])
    assert.deepEqual(differences(expected, actual), difference === undefined ? [] : [difference]);
  assert.deepEqual(differences(null, undefined), ['body: expected null, got nothing']);
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
