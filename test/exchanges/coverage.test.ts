// Every operation, member, error and rule of the interface has an exchange, and exchanges show nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routesOf } from '../../src/api/frame/operation/operation.ts';
import { operations as served } from '../../src/server/app.ts';
import {
  type ContractOperation,
  contractOperations,
  envelope,
  errorEnvelope,
  errorRows,
  rules,
} from './contract.ts';
import { answeredMembers, envelopeMembers, isAmong, problemsOf, routeOf, sentMembers } from './coverage.ts';
import { type Exchange, exchangeFiles, readExchange } from './exchange.ts';

const exchanges = exchangeFiles().map((file) => ({ file, exchange: readExchange(file) }));
const all = exchanges.map(({ exchange }) => exchange);
const names = Object.keys(contractOperations);

test('the interface has 45 operations', () => {
  assert.equal(names.length, 45);
});

test('the listed routes are the served routes', () => {
  const listed = names.flatMap((name) => {
    const { method, path, aliases = [] } = contractOperations[name];
    return [{ method, path }, ...aliases].map(
      (route) => `${name} ${route.method} /api/v1${unnamed(route.path)}`,
    );
  });
  const routes = served
    .flatMap((operation) =>
      routesOf(operation).map(({ method, path }) => `${operation.operationId} ${method} ${unnamed(path)}`),
    )
    .filter((route) => route.includes(' /api/v1/'));
  assert.deepEqual(routes.sort(), listed.sort());
});

for (const { file, exchange } of exchanges) {
  test(`fixtures/exchanges/${file} shows only the interface`, () => {
    assert.deepEqual(problemsOf(exchange), []);
  });
}

for (const name of names) {
  const operation = contractOperations[name];
  const own = all.filter((exchange) => routeOf(exchange)?.name === name);

  test(`${name} has exchanges for its success, its routes and its members`, () => {
    assert.deepEqual(missingOf(operation, own), []);
  });
}

test('every member of the envelope is shown', () => {
  const shown = new Set(all.flatMap((exchange) => [...envelopeMembers(exchange)]));
  assert.deepEqual(
    [...envelope, ...errorEnvelope].filter((member) => !shown.has(member)),
    [],
  );
});

test('every error and every rule has an exchange', () => {
  const covered = new Set(all.flatMap(({ covers }) => covers));
  assert.deepEqual(
    [...Object.keys(errorRows), ...rules].filter((row) => !covered.has(row)),
    [],
  );
});

/** The path without the names of its parameters, which clients do not see. */
function unnamed(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
}

/** The parts of the operation that no exchange shows. */
function missingOf(operation: ContractOperation, own: readonly Exchange[]): readonly string[] {
  const { aliases = [], request, alsoSent = [], response, alsoAnswered = [] } = operation;
  const successes = own.filter(({ expect }) => expect.status === 200);
  const taken = successes.map((exchange) => routeOf(exchange)!.route);
  const sent = new Set(own.flatMap((exchange) => [...sentMembers(exchange)]));
  const answered = new Set(own.flatMap((exchange) => [...answeredMembers(exchange)]));
  return [
    ...[operation, ...aliases]
      .filter((route) => !taken.includes(route))
      .map(({ method, path }) => `a success of ${method} ${path}`),
    ...[...request, ...alsoSent]
      .filter((member) => !isAmong(member, sent))
      .map((member) => `request: ${member}`),
    ...[...response, ...alsoAnswered]
      .filter((member) => !isAmong(member, answered))
      .map((member) => `answer: ${member}`),
  ];
}
