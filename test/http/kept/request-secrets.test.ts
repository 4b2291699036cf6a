// What a log of requests keeps has no secrets.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keptBody } from '../../../src/api/frame/request-log/kept-body.ts';
import { targetWithoutSecrets, withoutSecrets } from '../../../src/api/frame/request-log/secrets.ts';
import { property } from '../../support/property.ts';

const key = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';
const token = `eyJhbGciOiJIUzI1NiJ9.${'b'.repeat(20)}.${'c'.repeat(20)}`;

test('a secret becomes an ellipsis, and what is beside it stays', () => {
  const cases: readonly (readonly [string, string])[] = [
    [`{"apiKey": "${key}", "a": 1}`, '{"apiKey":"…","a":1}'],
    ['{"token":"a\\"b","secret":{"a":["}",{"b":1}]},"c":2}', '{"token":"…","secret":"…","c":2}'],
    ['{"pass\\u0077ord":"x","refresh_token":1}', '{"password":"…","refresh_token":"…"}'],
    ['{"config":"a: 1\\npassword: x\\nb: 2"}', '{"config":"a: 1\\npassword:…\\nb: 2"}'],
    ['{"a":1,"secret":{"b":"cut of', '{"a":1,"secret":…'],
    [`the key ${key.toUpperCase()} and ${token}, twice ${key}`, 'the key … and …, twice …'],
    ['user: u\npassword: x y\nport: 1\n', 'user: u\npassword:…\nport: 1\n'],
    ['DB_PASSWORD=x', 'DB_PASSWORD=…'],
    [
      '{"secretName":"a","maxTokens":1,"tokenTtlSeconds":9}',
      '{"secretName":"a","maxTokens":1,"tokenTtlSeconds":9}',
    ],
    ['{ "gprName" : "a" }', '{ "gprName" : "a" }'],
  ];
  for (const [text, safe] of cases) assert.equal(withoutSecrets(text), safe);
});

test('a path shows its parameters, except for secrets', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['/api/v1/gpr/list?sliceName=team-blue', '/api/v1/gpr/list?sliceName=team-blue'],
    ['/a/b%20c?d=%7B', '/a/b%20c?d=%7B'],
    [`/api/v1/api-key?apiKey=${key}&a=b`, '/api/v1/api-key?apiKey=…&a=b'],
    [`/x/${key}/y?z=${token}`, '/x/…/y?z=…'],
    [`/x?a=${key.replaceAll('-', '%2D')}`, '/x?a=…'],
  ];
  for (const [target, safe] of cases) assert.equal(targetWithoutSecrets(target), safe);
});

property(
  'no value of a member with the name of a secret is kept, also if the body is cut anywhere',
  2_000,
  fc.tuple(
    fc.jsonValue(),
    fc.constantFrom('apiKey', 'token', 'secret', 'password', 'refresh_token'),
    fc.oneof(fc.string(), fc.array(fc.string()), fc.dictionary(fc.string(), fc.string())),
    fc.jsonValue(),
    fc.nat(),
  ),
  ([before, name, value, after, cutAt]) => {
    const marked = { value, word: 'hunter2' };
    const text = JSON.stringify({ before, inner: [{ [name]: marked, after }], last: 'seen' });
    const whole = withoutSecrets(text);
    assert.ok(!whole.includes('hunter2') && whole.includes('seen'), whole);
    const cut = withoutSecrets(text.slice(0, cutAt % text.length));
    assert.ok(!cut.includes('hunter2'), cut);
  },
);

test('long texts that nearly have secrets are searched in linear steps', () => {
  for (const text of [
    'a',
    'eyJ-',
    '0-0000-0000-',
    '"secret":',
    '["token",',
    '\\u0061',
    'token=',
    'token: \n',
    '"',
  ]) {
    const long = text.repeat(50_000);
    // A quadratic search would take minutes.
    assert.ok(withoutSecrets(long).length <= long.length, text);
    assert.ok(targetWithoutSecrets(long).length <= long.length, text);
  }
});

test('a kept text ends with a whole character, and has at most 16 KiB', () => {
  for (const [character, bytes] of [
    ['a', 1],
    ['é', 2],
    ['…', 3],
    ['😀', 4],
  ] as const) {
    for (const shift of [0, 1, 2, 3]) {
      const text = 'x'.repeat(shift) + character.repeat(20_000);
      const expected = 'x'.repeat(shift) + character.repeat(Math.floor((16_384 - shift) / bytes));
      assert.deepEqual(keptBody(text), { text: expected, isCut: true });
      assert.deepEqual(keptBody(Buffer.from(text)), { text: expected, isCut: true });
    }
    const whole = character.repeat(16_384 / bytes);
    if (bytes !== 3) assert.deepEqual(keptBody(whole), { text: whole, isCut: false });
  }
});
