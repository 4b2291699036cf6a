import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { rules } from '../../../src/http/access/roles.ts';
import { catalogue } from '../../../src/http/errors/error-catalogue.ts';
import { routesOf } from '../../../src/http/operation/operation.ts';
import { instantName } from '../../../src/http/request/instant.ts';
import { operations } from '../../../src/server/app.ts';
import { Client } from '../client.ts';
import { assertDescribed, check, documents } from './described.ts';

type Name = keyof typeof documents;
// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of the documents
type Any = any;

interface Described {
  readonly document: Name;
  readonly path: string;
  readonly method: string;
  readonly object: Any;
}

const described: readonly Described[] = (Object.keys(documents) as Name[]).flatMap((document) =>
  Object.entries(documents[document].paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, object]) => ({ document, path, method, object })),
  ),
);

const mainWays = described.filter(({ object }) => object.operationId !== undefined);

test('every operation is described once, in the document of its kind', () => {
  assert.deepEqual(
    mainWays.map(({ object }) => object.operationId).sort(),
    operations.map(({ operationId }) => operationId).sort(),
  );
  const service = mainWays.filter(({ document }) => document === 'service');
  assert.equal(service.length, 45);
  for (const { path } of service) assert.match(path, /^\/api\/v1\//);
  for (const { path } of mainWays.filter(({ document }) => document === 'simulation')) {
    assert.doesNotMatch(path, /^\/api\//);
  }
});

test('aliases name their operation', () => {
  const aliases = operations.flatMap((operation) =>
    routesOf(operation)
      .slice(1)
      .filter(({ query }) => query === undefined)
      .map(({ method, path }) => `${method.toLowerCase()} ${path} ${operation.operationId}`),
  );
  const marked = described.filter(({ object }) => object['x-alias-of'] !== undefined);
  assert.deepEqual(
    marked.map(({ method, path, object }) => `${method} ${path} ${object['x-alias-of']}`).sort(),
    aliases.sort(),
  );
  assert.ok(aliases.includes('post /api/v1/gpr/waittime getGpuAvailability'));
  for (const { object } of marked) assert.equal(object.operationId, undefined);
});

test('a description names the operations that only the query selects', () => {
  for (const operation of operations) {
    for (const { path, query } of routesOf(operation)) {
      if (query === undefined) continue;
      const host = mainWays.find((one) => one.path === path && one.method === 'get')!;
      assert.ok(
        host.object.description?.includes(operation.operationId),
        `${path} names ${operation.operationId}`,
      );
    }
  }
});

test('exactly the operations open to all need no token', () => {
  for (const { object } of mainWays) {
    const isOpen = rules[object.operationId as keyof typeof rules] === null;
    assert.deepEqual(object.security, isOpen ? [] : undefined, object.operationId);
    assert.equal(
      '401' in object.responses,
      !isOpen || object.operationId === 'authenticate',
      object.operationId,
    );
  }
});

test('every operation and every member has a description', () => {
  for (const { object, path } of described) {
    assert.match(object.summary, /^[A-Z].{5,90}[^.]$/, path);
    assert.equal(object.tags.length, 1);
    for (const parameter of object.parameters ?? [])
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

test('every example matches its schema', () => {
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

test('every operation accepts the example of its request', () => {
  for (const operation of operations) {
    const { object } = mainWays.find((one) => one.object.operationId === operation.operationId)!;
    const parameters = (object.parameters ?? [])
      .filter(({ name }: Any) => name !== instantName)
      .filter(
        (parameter: Any) =>
          parameter.required || parameter.in === 'path' || !/spelling/.test(parameter.description),
      )
      // A list is sent with commas between its items.
      .map(({ name, example }: Any) => [name, typeof example === 'string' ? example : String(example)]);
    const body = object.requestBody?.content['application/json']?.example;
    const { success, issues } = v.safeParse(operation.request, {
      ...Object.fromEntries(parameters),
      ...body,
    });
    assert.ok(success, `${operation.operationId}: ${issues?.map(({ message }) => message)}`);
  }
});

test('an operation answers every error of the catalogue, except errors of unknown paths, methods and removed worlds', () => {
  const answered = new Set(
    described.flatMap(({ object }) =>
      Object.values<Any>(object.responses).flatMap(({ content }) =>
        Object.keys(content['application/json']?.examples ?? {}),
      ),
    ),
  );
  const others = Object.keys(catalogue).filter((name) => !answered.has(name));
  assert.deepEqual(others.sort(), ['method-unknown', 'method-unsupported', 'world-removed']);
});

test('both documents need no token and are refused to foreign hosts', async () => {
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

test('the validator reports answers and requests that the documents do not describe', async () => {
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
