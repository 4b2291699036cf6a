// Computes the operation, the members and the rows that a case shows.

import {
  type ContractOperation,
  contractOperations,
  envelope,
  errorEnvelope,
  errorRows,
  ignoredMember,
  type Route,
  rules,
} from './contract.ts';
import type { Exchange } from './exchange.ts';
import { differences, isObject, takerOf } from './match.ts';

const prefix = '/api/v1';

const names = Object.keys(contractOperations);

/** The operation and the route of a request; undefined if none matches. */
export function routeOf(exchange: Exchange): { readonly name: string; readonly route: Route } | undefined {
  const { method, path } = exchange.request;
  const found = names.flatMap((name) => {
    const operation = contractOperations[name];
    return [operation, ...(operation.aliases ?? [])]
      .filter((route) => route.method === method && leadsTo(route, path))
      .map((route) => ({ name, route }));
  });
  // Paths with fewer parameters take precedence over paths such as `/workload-placement/{name}`.
  return found.sort((a, b) => parameters(a.route) - parameters(b.route))[0];
}

function leadsTo({ path, having, lacking }: Route, sent: string): boolean {
  const url = new URL(sent, 'http://localhost');
  const pattern = new RegExp(`^${prefix}${path.replace(/\{\w+\}/g, '[^/]+')}$`);
  return (
    pattern.test(url.pathname) &&
    (having === undefined || url.searchParams.has(having)) &&
    (lacking === undefined || !url.searchParams.has(lacking))
  );
}

function parameters({ path }: Route): number {
  return path.split('{').length;
}

export function sentMembers({ request }: Exchange): ReadonlySet<string> {
  const query = new URL(request.path, 'http://localhost').searchParams.keys();
  return new Set([...query, ...membersOf(request.body)]);
}

/** The members of the data that a case expects of a successful operation. */
export function answeredMembers({ expect }: Exchange): ReadonlySet<string> {
  return expect.status === 200 && isObject(expect.body) ? membersOf(expect.body.data) : new Set();
}

export function envelopeMembers({ expect }: Exchange): ReadonlySet<string> {
  const { data: _data, ...rest } = isObject(expect.body) ? expect.body : {};
  return new Set([...membersOf(rest), 'data']);
}

/** Whether `there` has the listed member, which may end in `*`. */
export function isAmong(listed: string, there: ReadonlySet<string>): boolean {
  if (!listed.endsWith('.*')) return there.has(listed);
  const map = listed.slice(0, -1);
  return [...there].some((path) => path.startsWith(map));
}

/** The members of `there` that are not listed. */
export function unlisted(there: ReadonlySet<string>, listed: readonly string[]): readonly string[] {
  const exact = new Set(listed);
  const maps = listed.filter((path) => path.endsWith('.*')).map((path) => path.slice(0, -1));
  return [...there].filter((path) => !exact.has(path) && !maps.some((map) => path.startsWith(map)));
}

/** The problems of a case itself, without playing it. */
export function problemsOf(exchange: Exchange): readonly string[] {
  const found = routeOf(exchange);
  return [
    ...(found === undefined ? routeless(exchange) : membersUnknown(exchange, contractOperations[found.name])),
    ...differences(
      { $has: { statusCode: exchange.expect.status } },
      exchange.expect.body,
      'the expected body',
    ),
    ...exchange.covers.flatMap((row) => rowProblems(row, exchange, found?.name)),
  ];
}

/** A request without an operation must expect 404 or 405. */
function routeless({ request, expect }: Exchange): readonly string[] {
  const { method, path } = request;
  return expect.status === 404 || expect.status === 405
    ? []
    : [`${method} ${path} is not an operation of the interface`];
}

function membersUnknown(exchange: Exchange, operation: ContractOperation): readonly string[] {
  const { request, alsoSent = [], response, alsoAnswered = [] } = operation;
  const envelopeListed = exchange.expect.status === 200 ? envelope : errorEnvelope;
  return [
    ...unlisted(sentMembers(exchange), [...request, ...alsoSent, ignoredMember]).map(
      (member) => `the request's ${member} is not a member of this operation`,
    ),
    ...unlisted(answeredMembers(exchange), [...response, ...alsoAnswered]).map(
      (member) => `the answer's ${member} is not a member of this operation`,
    ),
    ...unlisted(envelopeMembers(exchange), envelopeListed).map(
      (member) => `${member} is not a member of an answer`,
    ),
  ];
}

function rowProblems(row: string, { expect }: Exchange, operation: string | undefined): readonly string[] {
  if (rules.includes(row)) return [];
  const error = errorRows[row];
  if (error === undefined) return [`there is no row "${row}"`];
  const { statusCode, status, message, text = '' } = error;
  const expected = {
    statusCode,
    ...(status !== undefined && { status }),
    ...(message !== undefined && { message }),
  };
  const isOfIt = operation !== undefined && error.operations.includes(operation);
  return [
    ...(isOfIt ? [] : [`the row "${row}" is of ${error.operations.join(', ')}`]),
    ...differences({ $has: expected }, expect.body, `the row "${row}"`),
    ...(JSON.stringify(expect.body).includes(text)
      ? []
      : [`the row "${row}": the answer must contain ${text}`]),
  ];
}

/** The paths of all members of a value, with `[]` for items of lists. Matchers count by their content. */
function membersOf(value: unknown, at = ''): ReadonlySet<string> {
  if (Array.isArray(value)) return union(value.map((item) => membersOf(item, `${at}[]`)));
  if (!isObject(value)) return new Set();
  switch (takerOf(value)) {
    case '$has':
      return membersOf(value.$has, at);
    case '$json':
      return membersOf(value.$json, `${at}(JSON)`);
    case '$regex':
      return new Set();
    default: {
      const paths = Object.keys(value).map((key) => (at === '' ? key : `${at}.${key}`));
      return union([
        new Set(paths),
        ...Object.keys(value).map((key, index) => membersOf(value[key], paths[index])),
      ]);
    }
  }
}

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((set) => [...set]));
}
