// Operations as data. Routes, metrics and the OpenAPI documents are derived from them.

import type { Context } from 'hono';
import * as v from 'valibot';
import type { IsWanted } from '../../../driver/world.ts';
import type { Caller, OperationId } from '../access/roles.ts';
import type { AsOf } from '../answers/as-of.ts';
import type { Prepared } from '../answers/shared-answers.ts';
import type { Problem } from '../errors/entry.ts';
import type { ErrorName } from '../errors/error-catalogue.ts';
import type { Changes, Method } from './requests-to-worlds.ts';
import type { Service } from './service.ts';

export type Schema = v.GenericSchema<unknown, unknown>;

/** A further route to an operation. Members that are left out are those of the operation. */
export interface Alias {
  /** The `operationId` of the route in the OpenAPI document. Without it, the route is accepted and not declared. */
  readonly operationId?: string;
  readonly method?: Method;
  readonly path?: string;
  /** Restricts the route to requests with (`sent`) or without this query parameter. It then precedes other routes of the path. */
  readonly query?: { readonly parameter: string; readonly sent: boolean };
}

/** A method and a path that lead to an operation. */
export interface Route extends Alias {
  readonly method: Method;
  readonly path: string;
}

type Answered<T> = T | AsOf<T> | Prepared;

interface Description<Request extends Schema> {
  /** Also the key of the operation's rule in the table of roles. */
  readonly operationId: OperationId;
  /** What the operation does, in one line. */
  readonly summary: string;
  /** Further details for the reference, in Markdown. */
  readonly description?: string;
  readonly method: Method;
  /** Parameters in braces: `/sim/explain/{gprId}`. */
  readonly path: string;
  readonly aliases?: readonly Alias[];
  /** Where the members of the request come from, in addition to the path. Default: `path`, so only from there. */
  readonly from?: 'path' | 'query' | 'body' | 'body or query';
  /** What a call changes. Default: the world, and nothing with the method GET. A function takes what was sent. */
  readonly changes?: Changes | ((body: unknown, path: string) => Changes);
  /** Other spellings of members: sent name → the schema's name. */
  readonly spellings?: Readonly<Record<string, string>>;
  /** Default: a request without members. */
  readonly request?: Request;
  /** The error of a request that the schema refuses. Default: `invalid`. */
  readonly invalid?: ErrorName | ((problems: readonly Problem[]) => ErrorName);
  /** An example request. Default: the examples of the required members. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Errors beyond those that follow from the other members here, such as a refused request or role. */
  readonly errors?: readonly ErrorName[];
  /** The error of an unforeseen failure. Default: `unexpected`. */
  readonly unexpected?: ErrorName;
  /** Whether the operation is about the process, and does not exist below `/worlds/`. */
  readonly isOfProcess?: boolean;
  /** Why an operation that reads takes no `at`: a clause. Other operations that read answer as of an earlier instant, too. */
  readonly isTimeless?: string;
}

/** The content of an answer that the operation writes without the handler. */
interface RawContent {
  /** `text/event-stream` */
  readonly mediaType: string;
  readonly description: string;
  /** The schema of a JSON answer without an envelope. */
  readonly schema?: Schema;
  /** The schema of the JSON in the data of an event. */
  readonly event?: Schema;
  /** The schema of the envelope's data, if the answer is an envelope. */
  readonly data?: Schema;
}

/** An operation that answers with the envelope. */
interface DataOperation<Request extends Schema, Answer extends Schema> extends Description<Request> {
  /** The schema of the data. Default: an object without members. */
  readonly answer?: Answer;
  /** The envelope's status of a success. Default: `OK`. */
  readonly status?: string;
  /**
   * Returns the envelope's data. Data that are neither an `AsOf` nor `Prepared` are of the present instant.
   * @param isWanted whether the client still waits; if not, long work may throw `Cancelled`
   */
  handle(
    request: v.InferOutput<Request>,
    caller: Caller,
    service: Service,
    isWanted: IsWanted,
  ): Answered<v.InferOutput<Answer>> | Promise<Answered<v.InferOutput<Answer>>>;
}

/** An operation that writes its whole answer, such as a stream or a text. */
export interface RawOperation<Request extends Schema> extends Description<Request> {
  readonly content: RawContent;
  /** A body that is not JSON and that `respond` reads. */
  readonly upload?: { readonly mediaType: string; readonly description: string };
  respond(
    request: v.InferOutput<Request>,
    caller: Caller,
    service: Service,
    context: Context,
  ): Response | Promise<Response>;
}

// biome-ignore-start lint/suspicious/noExplicitAny: the types are checked where an operation is declared
export type Operation = Required<Pick<Description<any>, 'from' | 'request'>> &
  ((DataOperation<any, any> & { readonly answer: Schema }) | RawOperation<any>);
// biome-ignore-end lint/suspicious/noExplicitAny: as above

const nothingSent = { from: 'path', request: v.object({}) } as const;
/** Clients fail on any member. */
const noData = v.strictObject({});

/** Declares an operation. TypeScript checks its handler against its schemas. */
export function operation<Request extends Schema, Answer extends Schema>(
  described: DataOperation<Request, Answer>,
): Operation {
  return { ...nothingSent, answer: noData, ...described };
}

export function rawOperation<Request extends Schema>(described: RawOperation<Request>): Operation {
  return { ...nothingSent, ...described };
}

/** Why operations about the process take no `at`. */
export const aboutServer = 'this operation is about the server, not about the world';

/** Whether requests with this method to an operation may name an earlier instant. */
export function takesInstant({ isTimeless, changes }: Operation, method: string): boolean {
  return isTimeless === undefined && (method === 'GET' || method === 'HEAD' || changes === 'futures');
}

/** Operations with POST or PUT that take no memory, and `setClock`, which itself checks whether it starts the clock. */
const takingNone: readonly OperationId[] = ['getGpuAvailability', 'readTogether', 'resetWorld', 'setClock'];

/** Whether calls may take memory: a world beyond its limit refuses them. What removes something is always possible. */
export function takesMemory({ operationId, method, isOfProcess = false }: Operation): boolean {
  return (method === 'POST' || method === 'PUT') && !isOfProcess && !takingNone.includes(operationId);
}

/** What a call of an operation changes. @param body as it was sent @param path as it was sent, with its query */
export function changesOf({ changes, method }: Operation, body: unknown, path: string): Changes {
  if (typeof changes === 'function') return changes(body, path);
  return changes ?? (method === 'GET' ? 'nothing' : 'world');
}

/** A route that the OpenAPI document declares. */
export type DeclaredRoute = Route & { readonly operationId: string };

export function declaredRoutesOf(operation: Operation): readonly DeclaredRoute[] {
  const { operationId } = operation;
  const [main, ...aliases] = routesOf(operation);
  const isDeclared = (route: Route): route is DeclaredRoute => route.operationId !== undefined;
  return [{ ...main!, operationId }, ...aliases.filter(isDeclared)];
}

/** The routes of an operation, the main one first. */
export function routesOf({ method, path, aliases = [] }: Operation): readonly Route[] {
  return [{ method, path }, ...aliases.map((alias) => ({ method, path, ...alias }))];
}
