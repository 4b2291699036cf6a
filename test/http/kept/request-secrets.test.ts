// What a log of requests keeps has no secrets, however they are written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keptBody } from '../../../src/api/frame/request-log/kept-body.ts';
import { targetWithoutSecrets, withoutSecrets } from '../../../src/api/frame/request-log/secrets.ts';
import { property } from '../../support/property.ts';

const key = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';
const token = `eyJhbGciOiJIUzI1NiJ9.${'b'.repeat(20)}.${'c'.repeat(20)}`;

/** Only the secrets have the word hunter2. */
const texts = [
  // YAML
  "password: 'hunter2 x'",
  'password:\n  hunter2',
  'password: |\n  a\n\n  hunter2\nport: 1',
  'passwords:\n- a\n- hunter2',
  '- password: >-\n    hunter2',
  'credentials:\n  user: bob\n  phrase: hunter2',
  'passwords: [a, hunter2]',
  'secrets: hunter2',
  'tokens: hunter2',
  'args:\n- --password\n- hunter2\n- --port',
  'args:\n  - "--password"\n  - "hunter2"',
  'args: [--password, hunter2]',
  "args: ['--token','hunter2']",
  '- name: API_KEY\n  value: hunter2',
  '- name: API_KEY\n  description: x\n  value: |\n    a\n    hunter2\n',
  '{name: API_KEY, value: hunter2}',
  '- value: hunter2\n  name: API_KEY',
  'kind: Secret\ndata:\n  a: hunter2\n',
  'kind: Secret\nstringData: {a: hunter2}',
  'kind: List\nitems:\n- kind: Secret\n  data:\n    a: hunter2\n',
  'data:\n  a: hunter2\nkind: Secret',
  'auths:\n  host:\n    auth: hunter2',
  // JSON with mistakes
  '{"password" "hunter2"}',
  '{"a":1 "password":"hunter2"}',
  '{"a":1,}\n{"password":"hunter2"}',
  "{'password': 'hunter2'}",
  "{'name': 'API_KEY', 'value': 'hunter2'}",
  '{"a" "\\u0070assword\\u003dhunter2"',
  // commands
  'run --password "two hunter2 words" --port 1',
  'run --password="a hunter2 b"',
  'run --password \\\n  hunter2',
  'run --secret_key hunter2',
  'run --pass hunter2',
  'curl -u bob:hunter2 https://host',
  "curl --user 'bob:a hunter2'",
  'curl --user=bob:hunter2 host',
  "curl -H 'X-API-Key: hunter2'",
  'mysql -u root -phunter2 db',
  "mysql -p'a hunter2'",
  'sshpass -p hunter2 ssh host',
  'kubectl create secret generic x --from-literal=a=hunter2',
  'psql "host=h password=hunter2 user=u"',
  // sources and settings
  "PASSWORD='a hunter2 b'",
  "PASSWORD='a\nhunter2 b'",
  'password = hunter2',
  'token = hunter2',
  'os.environ["API_KEY"]="hunter2"',
  '$env:PASSWORD = "hunter2"',
  'password = """\nhunter2\n"""',
  '<password>hunter2</password>',
  '<entry name="password" value="hunter2"/>',
  'ENV DB_PASSWORD hunter2',
  'machine h login bob password hunter2',
  'machine h\n  login bob\n  password hunter2\n',
  'the password is hunter2',
  'my API key: hunter2',
  // names
  'PGPASSWORD=hunter2',
  'MYSQL_PWD=hunter2',
  'secretKey: hunter2',
  'ENCRYPTION_KEY=hunter2',
  'SIGNING_KEY=hunter2',
  'SSH_KEY=hunter2',
  'AccountName=a;AccountKey=hunter2;End=1',
  'CREDS=hunter2',
  'API_KEY_2=hunter2',
  'passwordConfirmation: hunter2',
  'client-key-data: hunter2',
  '_authToken=hunter2',
  // headers and addresses
  'Authorization: Basic hunter2',
  'Authorization: Digest username="b", response="hunter2"',
  'Bearer hunter2',
  'Set-Cookie: a=hunter2; Path=/',
  '?next=%2F%3Fpassword%3Dhunter2',
  '?next=%2F%3Fnext%3D%252F%253Fpassword%253Dhunter2',
  'https://s/b?X-Amz-Signature=hunter2',
  'postgres://user:a@hunter2@host/db',
  'postgres://user:a/hunter2@host/db',
  'clone https://hunter2@host/a',
  'redis://:hunter2@host:1',
  'docker://u:hunter2@host/name:1@sha256:0123',
  'user:hunter2@host',
  // keys and tokens
  '-----BEGIN RSA PRIVATE KEY-----\nhunter2\n-----END RSA PRIVATE KEY-----\n',
  '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nhunter2',
  '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nhunter2',
  'PuTTY-User-Key-File-3: ssh\nPrivate-Lines: 1\nhunter2',
  'ghp_0123456789hunter2',
  'hf_0123456789hunter2',
  'sk-0123456789hunter2',
  'AKIA0123456789hunter2',
  'xoxb-0123456789-hunter2',
  'glpat-0123456789hunter2',
  'AIza0123456789hunter2',
  'npm_0123456789hunter2',
  // JSON
  '{"args":["--token","hunter2"]}',
  '{"args":["curl","-u","bob:hunter2"]}',
  '{"args":["mysql","-u","root","-phunter2"]}',
  '{"name":"API_KEY","value":"hunter2"}',
  '{"env":[{"Value":{"a":["hunter2"]},"Name":"DB_PASSWORD"}]}',
  '{"kind":"Secret","data":{"a":"hunter2"}}',
  '{"items":[{"data":{"a":"hunter2"},"kind":"Secret"}],"kind":"List"}',
  '{"stringData":{"a":"hunter2"}}',
  '{"data":{".dockerconfigjson":"hunter2"}}',
  '{"auths":{"host":{"auth":"hunter2"}}}',
  '{"host":{"auth":"hunter2"}}',
  '{"passwords":["hunter2"],"cookies":{"a":"hunter2"}}',
  '{"clientSecret":"hunter2","private_key":"hunter2","api-key":"hunter2","APIKEY":"hunter2"}',
  '{"pass\\u0077ord":"\\u0068unter2","a":"x\\u0026password\\u003dhunter2"}',
  '{"https://bob:hunter2@host":1}',
];

/** What follows these secrets shows that they are some. A body is searched further than it is kept. */
const isKnownLater = /@|value.*name|data.*kind/is;

test('secrets are hidden, also in strings within strings, in queries, and if the body is cut anywhere', () => {
  for (const text of texts) {
    const bodies = [{ gprName: 'a', config: text }, [JSON.stringify({ config: [text] }, null, 1)]];
    for (const body of [text, ...bodies.map((value) => JSON.stringify(value))]) {
      for (let end = isKnownLater.test(text) ? body.length : 0; end <= body.length; end++) {
        const safe = withoutSecrets(body.slice(0, end));
        assert.ok(!safe.includes('hunt'), `${body.slice(0, end)} becomes ${safe}`);
        if (end === body.length && body !== text) JSON.parse(safe);
      }
    }
    const target = targetWithoutSecrets(`/x?q=${encodeURIComponent(text)}&r=1`);
    assert.ok(!target.includes('hunt') && target.endsWith('&r=1'), target);
  }
});

test('what is no secret stays byte for byte', () => {
  const plain = [
    'secretName: a\nexistingSecret: b\nautomountServiceAccountToken: true\nimagePullSecrets:\n- name: c',
    'max_tokens: 4096\nmaxTokens: 1\ntokenizer: x\ntokenTtlSeconds: 900',
    'run --max-num-batched-tokens 4096 --tokenizer x',
    'secretRef:\n  name: a',
    'valueFrom:\n  secretKeyRef:\n    name: db-secret\n    key: password\nport: 1',
    'valueFrom: {secretKeyRef: {name: db-secret, key: password}}',
    'kind: ConfigMap\ndata:\n  a: 1',
    'repo/name:1.2@sha256:0123',
    'https://host:8080/a@b',
    'https://host/@a/b',
    'git@host:a/b',
    'docker run -u 1000:1000 -p 8080:80 image',
    'the bearer token is invalid, expired or revoked; POST /api/v1/auth issues a new token',
    'createGpr needs the role Editor, and this API key has the role Viewer',
    'models.example-host.internal-zone.example',
  ];
  const asJson = [
    '{"secretName":"a","existingSecret":"b","automountServiceAccountToken":true,"imagePullSecrets":[{"name":"c"}]}',
    '{ "max_tokens" : 4096 , "maxTokens":1.0e5, "tokenTtlSeconds":"900", "token": null }',
    '{"args":["--max-num-batched-tokens","4096","--tokenizer","x"]}',
    '{"name":"API_KEY","valueFrom":{"secretKeyRef":{"name":"db-secret","key":"password"}}}',
    '{"kind":"ConfigMap","data":{"a":"1","value":2}}',
    '{"assignments":["a"],"keys":[1],"design":"x","a":"\\u0041 key"}',
  ];
  for (const text of [...plain, ...asJson, JSON.stringify({ plain, asJson })])
    assert.equal(withoutSecrets(text), text);
});

test('a secret becomes an ellipsis with the rest of its line, and what is beside it stays', () => {
  const cases: readonly (readonly [string, string])[] = [
    [`{"apiKey": "${key}", "a": 1}`, '{"apiKey": "…", "a": 1}'],
    ['{"token":"a\\"b","secret":{"a":["}",{"b":1}]},"c":2}', '{"token":"…","secret":"…","c":2}'],
    ['{"a":1,"secret":{"b":"cut of', '{"a":1,"secret":"…"'],
    ['{"config":"a: 1\\npassword: cut of', '{"config":"a: 1\\npassword: …'],
    [`the key ${key.toUpperCase()} and ${token}, twice ${key}`, 'the key … and …, twice …'],
    ['user: u\npassword: x y\nport: 1\n', 'user: u\npassword: …\nport: 1\n'],
    ['db:\n  private_key: |\n    x\n    x\n  port: 1', 'db:\n  private_key: …\n  port: 1'],
    ['- --password\n- x\n- --port\n- 1', '- --password\n- …\n- --port\n- 1'],
    ['- name: PASSWORD\n  value: x\n- name: A', '- name: PASSWORD\n  value: …\n- name: A'],
    ['run --port 1 --password x --help', 'run --port 1 --password …'],
    ['postgres://user:x@host/db', 'postgres://…@host/db'],
    ['login user:x@host', 'login user:…@host'],
    [
      '{"env":[{"value":"x","name":"API_TOKEN"},{"value":"1","name":"PORT"}]}',
      '{"env":[{"value":"…","name":"API_TOKEN"},{"value":"1","name":"PORT"}]}',
    ],
    [
      '{"kind":"Secret","metadata":{"name":"a"},"data":{"a":"x"}}',
      '{"kind":"Secret","metadata":{"name":"a"},"data":"…"}',
    ],
  ];
  for (const [text, safe] of cases) assert.equal(withoutSecrets(text), safe);
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
    // `a:b@c` is a login, and so is what follows `-u`.
    fc.pre(!/@|-u/.test(JSON.stringify([before, after])));
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
    'eyJ-',
    'a-',
    '0-0000-0000-',
    '"secret" ',
    '"secret":',
    '["token",',
    '{"value":[',
    '%2535',
    '\\u0061',
    '"',
    '\\\\"token\\\\":',
    'token=',
    'token: \n',
    'token\n\n ',
    '--token ',
    'tokens 1 ',
    'token is ',
    "token '",
    'token \\\n',
    '-u,',
    'mysql -',
    'name: a ',
    'a:b@sha1:',
    '//a@',
    '-----BEGIN PRIVATE KEY-----',
  ];
  for (const text of repeated) {
    const long = text.repeat(50_000);
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
