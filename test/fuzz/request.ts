// Random requests: most fit their description, others are invalid in every way.

import fc from 'fast-check';
import { weighted } from '../support/draws.ts';
import { type Actor, actors } from './actor.ts';
import { type Body, bodiesOf } from './body.ts';
import { damaged } from './damage.ts';
import type { Entrance, Parameter } from './interface.ts';
import { fitting, usually } from './values.ts';
import { Known, kindOf } from './words.ts';

export interface Request {
  readonly entrance: Entrance;
  /** Whether method and path are those of the entrance. */
  readonly isAimed: boolean;
  readonly method: string;
  /** Raw pieces of the path, and segments to be encoded. */
  readonly path: readonly (string | { readonly segment: unknown })[];
  readonly query: readonly (readonly [string, unknown])[];
  readonly body: Body;
  readonly actor: Actor;
  readonly headers: Readonly<Record<string, string>>;
}

type Segment = { readonly segment: unknown };

const otherMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND'];
const strangeSegments = [
  '%2F',
  '..',
  '.',
  '%2e%2e',
  '%00',
  '%0a',
  '%ff',
  '%zz',
  '%',
  '%25',
  '%3F',
  'a%2Fb',
  ';a=b',
  '*',
  ':name',
  '{name}',
  '__proto__',
  '🙂',
  '%F0%9F%99%82',
  '+',
  '%20',
  'x'.repeat(300),
  'x'.repeat(20_000),
  '',
];
const strangeQueries = [
  'a=b',
  '&&&',
  '=',
  '%',
  'sliceName=%ff',
  'gprId[]=a',
  'gprId=',
  '__proto__=a',
  'limit=1e3',
  'limit=-1',
  'after=x',
  `gprId=${'x'.repeat(5000)}`,
  'sliceName=team-blue&sliceName=team-green',
  'gprTemplateBindingName=team-blue',
];

const strangeHeaders = fc.constantFrom<Readonly<Record<string, string>>>(
  { host: 'localhost:8080' },
  { host: '[::1]:8080' },
  { host: 'example.com' },
  { host: 'example.com:80' },
  { host: '127.0.0.1.example.com' },
  { host: 'localhost.example.com' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'multipart/form-data' },
  { accept: 'text/html' },
  { 'content-length': '2000000' },
  { 'last-event-id': '1-3' },
  { 'last-event-id': '7-99999' },
  { 'last-event-id': 'x' },
  { 'x-http-method-override': 'DELETE' },
);

/** Requests for one entrance. @param names query parameters of all entrances */
export function requestsFor(entrance: Entrance, names: readonly string[]): fc.Arbitrary<Request> {
  const aimed = fc.record({
    entrance: fc.constant(entrance),
    isAimed: fc.constant(true),
    method: fc.constant(entrance.method),
    path: pathsOf(entrance),
    query: queriesOf(entrance),
    body: bodiesOf(entrance),
    actor: actors,
    // An open entrance can refuse a request only because of its headers, so vary these more often.
    headers: usually(entrance.isOpen ? 1 : 15, fc.constant({}), strangeHeaders),
  });
  return weighted(
    [40, aimed],
    [1, fc.tuple(aimed, fc.constantFrom(...otherMethods)).map(asksOtherwise)],
    [1, fc.tuple(aimed, fc.constantFrom(...strangeSegments), fc.nat(9)).map(goesAstray)],
    [1, fc.tuple(aimed, fc.constantFrom(...strangeQueries)).map(asksStrangely)],
    [2, fc.tuple(aimed, fc.constantFrom(...names), fc.nat(999)).map(asksMore)],
  );
}

function asksOtherwise([request, method]: readonly [Request, string]): Request {
  return { ...request, method, isAimed: method === request.method };
}

function goesAstray([request, segment, choice]: readonly [Request, string, number]): Request {
  const at = choice % 3;
  if (at === 0) return { ...request, isAimed: false, path: [...request.path, '/', segment] };
  const parameters = request.path.flatMap((piece, i) => (typeof piece === 'string' ? [] : [i]));
  const place = parameters[choice % parameters.length];
  if (place === undefined) return { ...request, isAimed: false, path: ['/', segment, ...request.path] };
  return { ...request, isAimed: false, path: request.path.toSpliced(place, 1, segment) };
}

function asksStrangely([request, query]: readonly [Request, string]): Request {
  return { ...request, path: [...request.path, '?', query] };
}

function asksMore([request, name, choice]: readonly [Request, string, number]): Request {
  const kind = kindOf(name, '');
  const value = kind === undefined ? String(choice) : new Known(kind, choice);
  return { ...request, query: [...request.query, [name, value]] };
}

function pathsOf({ path, parameters, operation }: Entrance): fc.Arbitrary<Request['path']> {
  const pieces = path.split(/(\{\w+\})/).filter((piece) => piece !== '');
  const drawn = fc.tuple(
    ...pieces.map((piece): fc.Arbitrary<string | Segment> => {
      const parameter = parameters.find(({ name }) => piece === `{${name}}`);
      if (parameter === undefined) return fc.constant(piece);
      const { schema, name } = parameter;
      return usually(20, fitting(schema, name, operation), damaged(fc.constant('a'))).map((segment) => ({
        segment,
      }));
    }),
  );
  const at = [pieces.indexOf('{cluster}'), pieces.indexOf('{node}')] as const;
  return at.includes(-1) ? drawn : fc.oneof(drawn, fc.tuple(drawn, fc.nat(999), fc.constant(at)).map(asPair));
}

/** Replaces cluster and node by a node and its cluster. */
function asPair([path, choice, [cluster, node]]: readonly [
  Request['path'],
  number,
  readonly [number, number],
]) {
  return path
    .with(cluster, { segment: new Known('clusterOfNode', choice) })
    .with(node, { segment: new Known('node', choice) });
}

function queriesOf({ parameters, operation }: Entrance): fc.Arbitrary<Request['query']> {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const sent = inQuery.map((parameter) => queryOf(parameter, operation, inQuery.length > 5 ? 1 : 6));
  return fc.tuple(...sent).map((entries) => entries.flat());
}

/** What excludes other parameters, or most of the answer. */
const seldomSent: readonly (string | undefined)[] = ['instant', 'event'];

/** Sends a parameter's main name, seldom another spelling, an instant or a position. @param weight how often, to one */
function queryOf(
  { name, schema, isSpelling }: Parameter,
  operation: string,
  weight: number,
): fc.Arbitrary<Request['query']> {
  const drawn = fitting(schema, name, operation);
  const fits = schema.type === 'array' ? drawn.map((list) => (list as unknown[]).join(',')) : drawn;
  const value = usually(15, fits, damaged(fc.constant('a')));
  const entry = value.map((one) => [[name, one]] as const);
  const none = fc.constant([]);
  return isSpelling || seldomSent.includes(kindOf(name, operation))
    ? weighted([6, none], [1, entry])
    : weighted([1, none], [weight, entry]);
}
