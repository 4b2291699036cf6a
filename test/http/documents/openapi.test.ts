import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { rules } from '../../../src/api/frame/access/roles.ts';
import { catalogue } from '../../../src/api/frame/errors/error-catalogue.ts';
import { routesOf } from '../../../src/api/frame/operation/operation.ts';
import { instantName } from '../../../src/api/frame/request/at-parameter.ts';
import { operations } from '../../../src/server/app.ts';
import { Client } from '../client.ts';
import { acceptsBody, assertDescribed, check, documents } from './described.ts';

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

const mainWays = described.filter(({ object }) => object['x-alias-of'] === undefined);

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

test('every route has an operationId that no other has, in any case, and aliases name their operation', () => {
  const ids = described.map(({ object }) => object.operationId.toLowerCase());
  assert.equal(new Set(ids).size, ids.length);
  const aliases = described.filter(({ object }) => object['x-alias-of'] !== undefined);
  assert.deepEqual(
    aliases.map(
      ({ method, path, object }) => `${object.operationId} ${method} ${path} ${object['x-alias-of']}`,
    ),
    [
      'postKubeConfig post /api/v1/slice-workspace/kube-config getKubeConfig',
      'getGprById get /api/v1/gpr getGpr',
      'getGprWaitTime post /api/v1/gpr/waittime getGpuAvailability',
      'postWorkloadPlacement post /api/v1/workload-placement/{placementName} updateWorkloadPlacement',
      'deleteFaults delete /sim/faults deleteFault',
    ],
  );
});

test('no two names of a request or a schema differ only in case, - or _', () => {
  const bare = (name: string) => name.toLowerCase().replace(/[-_]/g, '');
  const check = (names: string[], place: string) =>
    assert.equal(new Set(names.map(bare)).size, names.length, `${place}: ${names}`);
  const walk = (value: Any, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (typeof value.properties === 'object') check(Object.keys(value.properties), place);
    for (const [key, inner] of Object.entries(value)) walk(inner, `${place}.${key}`);
  };
  for (const { paths, components } of Object.values(documents)) {
    check(Object.keys(components.schemas), 'schemas');
    walk(components.schemas, 'schemas');
    walk(paths, 'paths');
  }
  for (const { path, object } of described) {
    check(
      (object.parameters ?? []).map(({ name }: Any) => name),
      path,
    );
  }
});

test('what a request must have is required', async () => {
  const owner = await new Client().as('Owner');
  const required: Readonly<Record<string, readonly string[]>> = {
    findGprs: ['gpr'],
    getGpr: ['gprId'],
    getGprById: ['gprId'],
    listGprs: ['sliceName'],
    getKubeConfig: ['workspaceName', 'clusterName'],
    getGprTemplate: ['gprTemplateName'],
    getGprTemplateBinding: ['gprTemplateBindingName'],
    getWorkspaceInventory: ['sliceName'],
    getInferenceEndpoint: ['workspace', 'endpoint'],
    listInferenceEndpoints: ['workspace'],
  };
  for (const { object, method, path } of described.filter((one) => one.method === 'get')) {
    const parameters: Any[] = (object.parameters ?? []).filter((one: Any) => one.in === 'query');
    const names = parameters.filter((one) => one.required).map(({ name }) => name);
    assert.deepEqual(names, required[object.operationId] ?? [], object.operationId);
    if (path.includes('{') || /stream|export/.test(path)) continue;
    // Without a query, exactly these operations refuse the request.
    const { status, body } = await owner.send(method.toUpperCase(), path);
    assert.equal(status === 400 || status === 422, names.length > 0, `${path}: ${body?.message}`);
  }
  for (const { object, method, path } of described) {
    const accepts = acceptsBody(method.toUpperCase(), path.replace(/\{\w+\}/g, 'name'), {});
    if (accepts !== undefined) assert.equal(object.requestBody.required, !accepts, object.operationId);
  }
  const { components } = documents.service;
  for (const name of ['UpdateGprRequest', 'DeleteGprRequest'])
    assert.deepEqual(components.schemas[name]!.required, ['gprId'], name);
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
