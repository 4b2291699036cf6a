import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { rules } from '../../src/http/auth/roles.ts';
import { connectionErrors } from '../../src/http/errors/request.ts';
import { catalogue } from '../../src/http/errors.ts';
import { routesOf } from '../../src/http/operation.ts';
import { operations } from '../../src/server/app.ts';
import { Client } from './client.ts';
import { assertDescribed, check, documents } from './described.ts';

type Name = keyof typeof documents;
// biome-ignore lint/suspicious/noExplicitAny: a document is what the test says it is
type Any = any;

interface Described {
  readonly document: Name;
  readonly path: string;
  readonly method: string;
  readonly said: Any;
}

const described: readonly Described[] = (Object.keys(documents) as Name[]).flatMap((document) =>
  Object.entries(documents[document].paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, said]) => ({ document, path, method, said })),
  ),
);

const mainWays = described.filter(({ said }) => said.operationId !== undefined);

test('every operation is described once, in the document of its kind', () => {
  assert.deepEqual(
    mainWays.map(({ said }) => said.operationId).sort(),
    operations.map(({ operationId }) => operationId).sort(),
  );
  const service = mainWays.filter(({ document }) => document === 'service');
  assert.equal(service.length, 45);
  for (const { path } of service) assert.match(path, /^\/api\/v1\//);
  for (const { path } of mainWays.filter(({ document }) => document === 'simulation')) {
    assert.doesNotMatch(path, /^\/api\//);
  }
});

test('further ways to an operation name it', () => {
  const aliases = operations.flatMap((operation) =>
    routesOf(operation)
      .slice(1)
      .filter(({ query }) => query === undefined)
      .map(({ method, path }) => `${method.toLowerCase()} ${path} ${operation.operationId}`),
  );
  const marked = described.filter(({ said }) => said['x-alias-of'] !== undefined);
  assert.deepEqual(
    marked.map(({ method, path, said }) => `${method} ${path} ${said['x-alias-of']}`).sort(),
    aliases.sort(),
  );
  assert.ok(aliases.includes('post /api/v1/gpr/waittime getGpuAvailability'));
  for (const { said } of marked) assert.equal(said.operationId, undefined);
});

test('ways that part by their query alone are told of in words', () => {
  for (const operation of operations) {
    for (const { path, query } of routesOf(operation)) {
      if (query === undefined) continue;
      const host = mainWays.find((one) => one.path === path && one.method === 'get')!;
      assert.ok(
        host.said.description?.includes(operation.operationId),
        `${path} tells of ${operation.operationId}`,
      );
    }
  }
});

test('an operation without a token is one that anyone may call', () => {
  for (const { said } of mainWays) {
    const isOpen = rules[said.operationId as keyof typeof rules] === null;
    assert.deepEqual(said.security, isOpen ? [] : undefined, said.operationId);
    assert.equal('401' in said.responses, !isOpen || said.operationId === 'authenticate', said.operationId);
  }
});

test('every operation and every member says what it is', () => {
  for (const { said, path } of described) {
    assert.match(said.summary, /^[A-Z].{5,90}[^.]$/, path);
    assert.equal(said.tags.length, 1);
    for (const parameter of said.parameters ?? [])
      assert.ok(parameter.description, `${path}: ${parameter.name}`);
  }
  for (const document of Object.values(documents)) {
    const walk = (schema: Any, place: string): void => {
      for (const [name, member] of Object.entries<Any>(schema.properties ?? {})) {
        assert.ok(member.description, `${place}.${name} has no description`);
        walk(member, `${place}.${name}`);
      }
      for (const inner of [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
        if (inner !== undefined) walk(inner, place);
      }
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (!name.endsWith('Error')) walk(schema, name);
    }
  }
});

test('every example is one of its schema', () => {
  let checked = 0;
  const walk = (document: Name, value: Any, pointer: string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    const place = { document, pointer };
    const what = `an example at ${pointer.join(' ')}`;
    if (value.schema !== undefined) {
      const of = { document, pointer: [...pointer, 'schema'] };
      if ('example' in value) {
        check(what, of, value.example);
        checked++;
      }
      for (const { $ref } of Object.values<Any>(value.examples ?? {})) {
        check(what, of, (documents[document].components.examples as Any)[$ref.split('/').at(-1)].value);
        checked++;
      }
    } else if (Array.isArray(value.examples)) {
      for (const example of value.examples) check(what, place, example);
      checked++;
    }
    for (const [key, inner] of Object.entries(value)) {
      if (!['example', 'examples'].includes(key)) walk(document, inner, [...pointer, key]);
    }
  };
  for (const document of Object.keys(documents) as Name[]) walk(document, documents[document], []);
  assert.ok(checked > 500, `only ${checked} examples`);
});

test('every example of a request is one that the operation takes', () => {
  for (const operation of operations) {
    const { said } = mainWays.find((one) => one.said.operationId === operation.operationId)!;
    const parameters = (said.parameters ?? [])
      .filter(
        (parameter: Any) =>
          parameter.required || parameter.in === 'path' || !/spelling/.test(parameter.description),
      )
      .map(({ name, example }: Any) => [name, typeof example === 'number' ? String(example) : example]);
    const body = said.requestBody?.content['application/json']?.example;
    const { success, issues } = v.safeParse(operation.request, {
      ...Object.fromEntries(parameters),
      ...body,
    });
    assert.ok(success, `${operation.operationId}: ${issues?.map(({ message }) => message)}`);
  }
});

test('every error of the catalogue is one that some operation answers, but for those of unknown paths and of connections', () => {
  const answered = new Set(
    described.flatMap(({ said }) =>
      Object.values<Any>(said.responses).flatMap(({ content }) =>
        Object.keys(content['application/json']?.examples ?? {}),
      ),
    ),
  );
  const others = Object.keys(catalogue).filter((name) => !answered.has(name));
  assert.deepEqual(others.sort(), [...Object.keys(connectionErrors), 'method-unknown'].sort());
});

test('both documents are served without a token, and to no foreign host', async () => {
  const client = new Client();
  for (const [path, document] of [
    ['/openapi.json', documents.service],
    ['/sim/openapi.json', documents.simulation],
  ] as const) {
    const { status, headers, body } = await client.send('GET', path);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json');
    assert.deepEqual(body, JSON.parse(JSON.stringify(document)));
    assert.equal((await client.send('GET', path, undefined, { host: 'example.com' })).status, 403);
  }
});

test('an answer or a request that is not described is noticed', async () => {
  const owner = await new Client().as('Owner');
  const path = '/api/v1/slice-workspace/list';
  const { body } = await owner.send('GET', path);
  const exchange = {
    method: 'GET',
    path,
    sent: undefined,
    status: 200,
    contentType: 'application/json',
    body,
  };
  assertDescribed(exchange);
  const [first] = body.data.workspaces;
  const broken: [object, RegExp][] = [
    [{ status: 418 }, /not described with 418/],
    [{ contentType: 'text/html' }, /not described with text\/html/],
    [{ body: { ...body, requestId: '1' } }, /additional properties/],
    [{ body: { ...body, data: { workspaces: [{ ...first, color: 'red' }] } } }, /additional properties/],
    [{ body: { ...body, data: { workspaces: [{ ...first, maxClusters: 1.5 }] } } }, /must be integer/],
    [{ body: { ...body, data: { workspaces: null } } }, /must be array/],
    [{ status: 404, body: { statusCode: 404 } }, /not described with 404/],
  ];
  for (const [change, message] of broken) {
    assert.throws(() => assertDescribed({ ...exchange, ...change }), message);
  }
  const created = { statusCode: 200, status: 'OK', message: 'Success', data: { gprId: 'gpr-1' } };
  const creation = { ...exchange, method: 'POST', path: '/api/v1/gpr', body: created };
  assert.throws(() => assertDescribed({ ...creation, sent: { gprName: 7 } }), /the request of POST/);
});
