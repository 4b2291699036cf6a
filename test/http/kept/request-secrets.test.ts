// What a log of requests keeps has no secrets, however they are written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keptBody } from '../../../src/http/request-log/kept-body.ts';
import { targetWithoutSecrets, withoutSecrets } from '../../../src/http/request-log/secrets.ts';
import { property } from '../../support/property.ts';

const key = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';
const token = `eyJhbGciOiJIUzI1NiJ9.${'b'.repeat(20)}.${'c'.repeat(20)}`;

test('secrets become an ellipsis, and everything else stays', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['', ''],
    ['{"gprName":"a","priority":1}', '{"gprName":"a","priority":1}'],
    [`{"apiKey": "${key}"}`, '{"apiKey": "…"}'],
    ['{"api-key":"x","api_key":"y","APIKEY":"z"}', '{"api-key":"…","api_key":"…","APIKEY":"…"}'],
    ['{"token":"a\\"b","tokenTtlSeconds":"900"}', '{"token":"…","tokenTtlSeconds":"900"}'],
    ['{"secret":{"a":["}",{"b":1}]},"c":2}', '{"secret":"…","c":2}'],
    ['{"secret":[1,{"x":"]"}]}', '{"secret":"…"}'],
    ['{"secret": null ,"c":true}', '{"secret": "…","c":true}'],
    ['{"secretRef":{"name":"repo"}}', '{"secretRef":{"name":"repo"}}'],
    [
      '{"db_password":"x","clientSecret":"y","accessToken":"z"}',
      '{"db_password":"…","clientSecret":"…","accessToken":"…"}',
    ],
    ['{"a":1,"secret":{"b":"cut of', '{"a":1,"secret":"…"'],
    ['{"a":1,"secret":"cut of', '{"a":1,"secret":"…"'],
    [`the key ${key.toUpperCase()} and ${token}, twice ${key}`, 'the key … and …, twice …'],
    [`apiKey=${key}&name=ci&password=a+b`, 'apiKey=…&name=ci&password=…'],
    ['{"\\u0073ecret":"\\u0022x"}', '{"secret":"…"}'],
    ['{"a":"\\\\u0061","secret":1}', '{"a":"\\\\u0061","secret":"…"}'],
    ['models.example-host.internal-zone.example', 'models.example-host.internal-zone.example'],
  ];
  for (const [text, safe] of cases) assert.equal(withoutSecrets(text), safe);
});

test('secrets in the forms that specifications carry become an ellipsis, and what is beside them stays', () => {
  const inner = (text: string) => JSON.stringify({ gprName: 'a', config: text });
  const cases: readonly (readonly [string, string])[] = [
    [inner('{"user":"u","password":"hunter2"}'), inner('{"user":"u","password":"…"}')],
    [inner(inner('{"clientSecret":"hunter2"}')), inner(inner('{"clientSecret":"…"}'))],
    [inner('user: u\npassword: hunter2\nport: 1\n'), inner('user: u\npassword: …\nport: 1\n')],
    [inner("db:\n  password: 'hunter2 x'\n  port: 1"), inner('db:\n  password: …\n  port: 1')],
    [
      inner('key:\n  private_key: |\n    hunter2\n    hunter2\nport: 1'),
      inner('key:\n  private_key: …\nport: 1'),
    ],
    [
      inner('- name: DB_PASSWORD\n  value: hunter2\n- name: PORT\n  value: 1'),
      inner('- name: DB_PASSWORD\n  value: "…"\n- name: PORT\n  value: 1'),
    ],
    ['{"command":"run --password hunter2 --port 1"}', '{"command":"run --password … --port 1"}'],
    ['{"command":"run --password=hunter2 --port 1"}', '{"command":"run --password=… --port 1"}'],
    ['{"args":["--db-password", "hunter2", "--port"]}', '{"args":["--db-password", "…", "--port"]}'],
    ['{"url":"postgres://user:hunter2@host/db"}', '{"url":"postgres://user:…@host/db"}'],
    ['{"login":"user:hunter2@host"}', '{"login":"user:…@host"}'],
    ['{"image":"repo/name:1.2@sha256:0123"}', '{"image":"repo/name:1.2@sha256:0123"}'],
    ['{"url":"https://host:8080/a@b"}', '{"url":"https://host:8080/a@b"}'],
    [
      '{"env":[{"name":"DB_PASSWORD","value":"hunter2"},{"name":"PORT","value":"1"}]}',
      '{"env":[{"name":"DB_PASSWORD","value":"…"},{"name":"PORT","value":"1"}]}',
    ],
    [
      '{"env":[{"value":"hunter2","name":"API_TOKEN"},{"value":"1","name":"PORT"}]}',
      '{"env":[{"value":"…","name":"API_TOKEN"},{"value":"1","name":"PORT"}]}',
    ],
    [
      '{"authorization":"Basic hunter2","private_key":"hunter2","a":1}',
      '{"authorization":"…","private_key":"…","a":1}',
    ],
    ['{"header":"Authorization: Basic hunter2"}', '{"header":"Authorization: …"}'],
    ['{"header":"Bearer hunter2"}', '{"header":"Bearer …"}'],
    [
      '{"url":"https://s/b?X-Amz-Credential=hunter2&X-Amz-Signature=hunter2&x=1"}',
      '{"url":"https://s/b?X-Amz-Credential=…&X-Amz-Signature=…&x=1"}',
    ],
    ['{"url":"https://s/b?se=2026&sig=hunter2&x=1"}', '{"url":"https://s/b?se=2026&sig=…&x=1"}'],
    [inner('-----BEGIN RSA PRIVATE KEY-----\nhunter2\n-----END RSA PRIVATE KEY-----\n'), inner('…\n')],
    ['{"assignments":["a"],"keys":[1],"design":"x"}', '{"assignments":["a"],"keys":[1],"design":"x"}'],
  ];
  for (const [text, safe] of cases) {
    assert.equal(withoutSecrets(text), safe);
    // What follows the secret shows that it is one: a body is searched further than it is kept.
    if (/@|"value":"hunter2","name"/.test(text)) continue;
    for (let cutAt = 0; cutAt < text.length; cutAt++)
      assert.ok(!withoutSecrets(text.slice(0, cutAt)).includes('hunter2'), text.slice(0, cutAt));
  }
});

test('a path shows its parameters, except for secrets', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['/api/v1/gpr/list?sliceName=team-blue', '/api/v1/gpr/list?sliceName=team-blue'],
    ['/a/b%20c?d=%7B', '/a/b%20c?d=%7B'],
    [`/api/v1/api-key?apiKey=${key}&a=b`, '/api/v1/api-key?apiKey=…&a=b'],
    [`/x/${key}/y?z=${token}`, '/x/…/y?z=…'],
    [`/x?${key.replace('5', '%35')}`, '/x?…'],
    ['/x?%74oken=abc', '/x?token=…'],
    [`/x?a=%FF%35&b=${key}`, '/x?a=%FF%35&b=…'],
  ];
  for (const [target, safe] of cases) assert.equal(targetWithoutSecrets(target), safe);
});

const secretMember = fc.constantFrom('apiKey', 'token', 'secret', 'password', 'refresh_token');
/** Values in which the word `hunter2` occurs only as a secret. */
const secretValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string().map((text) => `${text}hunter2${text}`),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
  ),
})).value;

property(
  'no value of a member with the name of a secret is kept, also if the body is cut anywhere',
  2_000,
  fc.tuple(fc.jsonValue(), secretMember, secretValue, fc.jsonValue(), fc.nat(), fc.boolean()),
  ([before, name, value, after, cutAt, isPretty]) => {
    // `a:b@c` is a login.
    fc.pre(!JSON.stringify([before, after]).includes('@'));
    const body = { before, inner: [{ [name]: value, after }], last: 'seen' };
    const text = JSON.stringify(body, null, isPretty ? 2 : 0);
    const whole = withoutSecrets(text);
    assert.ok(!whole.includes('hunter2'), whole);
    // What is not secret stays.
    assert.deepEqual(
      JSON.parse(whole),
      JSON.parse(JSON.stringify({ before, inner: [{ [name]: '…', after }], last: 'seen' })),
    );
    const cut = withoutSecrets(text.slice(0, cutAt % (text.length + 1)));
    assert.ok(!cut.includes('hunter2'), cut);
  },
);

test('long texts that nearly have secrets are searched in linear steps', () => {
  const repeated = [
    'a',
    'eyJ',
    'eyJ-',
    'a-',
    '0-0000-0000-',
    '"secret" ',
    '"secret":',
    '%35',
    '\\u0061',
    '"',
    'token=',
    'token: ',
    '--token ',
    'a:b',
    'a:b@',
    '"name":"token" ',
    '"value":1,',
    '-----BEGIN PRIVATE KEY-----',
    '\\\\"token\\\\":',
  ];
  for (const text of repeated) {
    const long = text.repeat(200_000);
    // A quadratic search would take minutes.
    assert.ok(withoutSecrets(long).length <= long.length + 1, text);
    assert.ok(targetWithoutSecrets(long).length <= long.length + 1, text);
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
