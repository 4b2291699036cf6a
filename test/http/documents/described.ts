// Validates answers against the OpenAPI documents with an independent JSON Schema validator.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { documentOf } from '../../../src/api/frame/openapi/document.ts';
import { routesOf } from '../../../src/api/frame/operation/operation.ts';
import type { Method } from '../../../src/api/frame/operation/requests-to-worlds.ts';
import { operationAt, operations } from '../../../src/server/app.ts';

export const documents = {
  service: documentOf('service', operations),
  simulation: documentOf('simulation', operations),
};

// Most validators run a few times: they need no optimized code.
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  validateSchema: false,
  inlineRefs: false,
  code: { optimize: false },
});
for (const [name, document] of Object.entries(documents)) ajv.addSchema(document, name);

interface Place {
  readonly document: keyof typeof documents;
  readonly pointer: readonly string[];
}

const validators = new Map<string, ValidateFunction>();

export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** The sent value; undefined if it was not JSON. */
  readonly sent: unknown;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: unknown;
}

/** Throws unless the document describes the answer and, if it is a success, the request. */
export function assertDescribed(exchange: Exchange): void {
  assertAnswerDescribed(exchange);
  const { method, path, status } = exchange;
  const place = placeOf(method, path);
  if (status !== 200 || place === undefined) return;
  const { requestBody } = at(place) as { readonly requestBody?: { readonly content: object } };
  if (requestBody === undefined || !('application/json' in requestBody.content)) return;
  check(
    `the request of ${nameOf(exchange)}`,
    inside(place, ['requestBody', 'content', 'application/json', 'schema']),
    asDeclared(exchange),
  );
}

/** The sent members in declared spellings, with those that the query carries in place of the body. */
function asDeclared({ method, path, sent }: Pick<Exchange, 'method' | 'path' | 'sent'>): unknown {
  const operation = operationAt(method as Method, path);
  const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  if (operation === undefined || (sent !== undefined && !isObject)) return sent;
  const inQuery = operation.from === 'body or query' ? new URL(path, 'http://localhost').searchParams : [];
  return renamed({ ...Object.fromEntries(inQuery), ...sent }, operation.spellings);
}

type Members = Readonly<Record<string, unknown>>;

/** Renames members in spellings that differ from the main one only in case or `-`, also within `gpuSpec`. */
function renamed(members: Members, spellings: Readonly<Record<string, string>> = {}): Members {
  const bare = (name: string) => name.toLowerCase().replace('-', '');
  const declared: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    const main = Object.hasOwn(spellings, name) ? spellings[name]! : name;
    const isSpec = name === 'gpuSpec' && typeof value === 'object' && value !== null && !Array.isArray(value);
    const inner = isSpec ? renamed(value as Members, { memoryPerGpu: 'memoryPerGPU' }) : value;
    declared[bare(main) === bare(name) ? main : name] ??= inner;
  }
  return declared;
}

export function assertAnswerDescribed(exchange: Omit<Exchange, 'sent'>): void {
  const { method, path, status, contentType, body } = exchange;
  const place = placeOf(method, path);
  if (place === undefined) return;
  const { responses } = at(place) as {
    readonly responses: Readonly<Record<string, { readonly content: object } | undefined>>;
  };
  const which = nameOf(exchange);
  const response = responses[status];
  if (response === undefined) throw new Error(`${which} is not described with ${status}: ${short(body)}`);
  const mediaType = contentType?.split(';')[0] ?? '';
  const isKnown = [mediaType, mediaType.replace(/[^/]*$/, '*')].some((type) => type in response.content);
  if (!isKnown) throw new Error(`${which} is not described with ${contentType}`);
  if (mediaType !== 'application/json') return;
  const schema = ['responses', String(status), 'content', mediaType, 'schema'];
  check(`the answer ${status} of ${which}`, inside(place, schema), body);
}

function validatorOf({ document, pointer }: Place): ValidateFunction {
  const ref = `${document}#/${pointer.map(escaped).join('/')}`;
  const validate = validators.get(ref) ?? ajv.compile({ $ref: ref });
  validators.set(ref, validate);
  return validate;
}

function nameOf({ method, path }: Pick<Exchange, 'method' | 'path'>): string {
  return `${method} ${path.split('?')[0]}`;
}

export function check(what: string, place: Place, value: unknown): void {
  const validate = validatorOf(place);
  if (validate(value)) return;
  throw new Error(`${what} is not as described: ${ajv.errorsText(validate.errors)}: ${short(value)}`);
}

/** Whether the schema of the operation's body accepts a value; undefined if the operation has no body in JSON. */
export function acceptsBody(method: string, path: string, value: unknown): boolean | undefined {
  const place = placeOf(method, path)!;
  const { requestBody } = at(place) as { readonly requestBody?: { readonly content: object } };
  if (requestBody === undefined || !('application/json' in requestBody.content)) return undefined;
  return validatorOf(inside(place, ['requestBody', 'content', 'application/json', 'schema']))(
    asDeclared({ method, path, sent: value }),
  );
}

function inside({ document, pointer }: Place, further: readonly string[]): Place {
  return { document, pointer: [...pointer, ...further] };
}

/** The methods and paths of the documents. Paths with fewer parameters come first. */
const places = Object.entries(documents)
  .flatMap(([document, { paths }]) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase(),
        pattern: patternOf(path),
        parameters: path.split('{').length,
        place: { document, pointer: ['paths', path, method] } as Place,
      })),
    ),
  )
  .sort((a, b) => a.parameters - b.parameters);

/** The path template of the documents that matches a request. */
export function describedPath(method: string, address: string): string | undefined {
  return placeOf(method, address)?.pointer[1];
}

/** The place in the documents that describes the request; undefined if the path is unknown. */
function placeOf(method: string, address: string): Place | undefined {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  for (const operation of operations) {
    for (const route of routesOf(operation)) {
      // The main path of an operation describes its routes that are not declared.
      const isUndeclared = route.path !== operation.path && route.operationId === undefined;
      const isAsked =
        route.query === undefined || searchParams.has(route.query.parameter) === route.query.sent;
      if (!isUndeclared || !isAsked || route.method !== method || !patternOf(route.path).test(pathname))
        continue;
      return places.find((one) => one.method === operation.method && one.place.pointer[1] === operation.path)
        ?.place;
    }
  }
  return places.find((one) => one.method === method && one.pattern.test(pathname))?.place;
}

function at({ document, pointer }: Place): unknown {
  return pointer.reduce<unknown>(
    (within, step) => (within as Record<string, unknown>)[step],
    documents[document],
  );
}

function patternOf(template: string): RegExp {
  const pattern = template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`);
}

function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
