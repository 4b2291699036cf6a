// An operation as data: everything that is to be known of it, in one place. Routes, role rules and metrics are made
// from it, and any description of the interface can be.

import type { Context } from 'hono';
import type * as v from 'valibot';
import type { AsOf } from './answering.ts';
import type { Caller, OperationId } from './auth/roles.ts';
import type { Problem } from './errors/entry.ts';
import type { ErrorName } from './errors.ts';
import type { Service } from './service.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Schema = v.GenericSchema<unknown, unknown>;

/** A further way to the same operation; what is left out is as in the operation. */
export interface Alias {
  readonly method?: Method;
  readonly path?: string;
  /** Taken, before what else the path leads to, only by requests that send this query parameter, or that do not. */
  readonly query?: { readonly parameter: string; readonly sent: boolean };
}

/** A method and a path that lead to an operation. */
export interface Route extends Alias {
  readonly method: Method;
  readonly path: string;
}

type Answered<T> = T | AsOf<T>;

interface Description<Request extends Schema> {
  /** Also the key of its rule in the table of roles. */
  readonly operationId: OperationId;
  /** What it does, in one line. */
  readonly summary: string;
  /** What is to be known beyond that, as the reference shows it (Markdown). */
  readonly description?: string;
  readonly method: Method;
  /** Parameters in braces: `/sim/explain/{gprId}`. */
  readonly path: string;
  readonly aliases?: readonly Alias[];
  /** Where the members of the request come from, beside the path. A body wins over a query. */
  readonly from: 'path' | 'query' | 'body' | 'body or query';
  /** Other spellings of members: sent name → the schema's name. */
  readonly spellings?: Readonly<Record<string, string>>;
  readonly request: Request;
  /** The error of a request that the schema refuses; `invalid` unless said. */
  readonly invalid?: (problems: readonly Problem[]) => ErrorName;
  /** A request as a client sends it; made of the examples of its required members unless said. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Errors that it answers beside those that follow from the members here, such as a refused request or role. */
  readonly errors?: readonly ErrorName[];
  /** The error of a failure that nobody foresaw; `unexpected` unless said. */
  readonly unexpected?: ErrorName;
}

/** An answer that is no envelope. */
export interface RawContent {
  /** `text/event-stream` */
  readonly mediaType: string;
  readonly description: string;
  /** Of a JSON answer without an envelope. */
  readonly schema?: Schema;
  /** The envelope's data, of an answer in one. */
  readonly data?: Schema;
}

/** An operation that answers with the envelope. */
export interface DataOperation<Request extends Schema, Answer extends Schema> extends Description<Request> {
  /** The envelope's data. */
  readonly answer: Answer;
  /** The envelope's status of a success; `OK` unless said. */
  readonly status?: string;
  /**
   * The envelope's data; about the present instant unless they say of which one.
   * @param isWanted whether the client still waits; what takes long may be given up with `Cancelled` once it does not
   */
  handle(
    request: v.InferOutput<Request>,
    caller: Caller,
    service: Service,
    isWanted: () => boolean,
  ): Answered<v.InferOutput<Answer>> | Promise<Answered<v.InferOutput<Answer>>>;
}

/** An operation with an answer of its own: a stream, a text. */
export interface RawOperation<Request extends Schema> extends Description<Request> {
  /** What it answers with. */
  readonly content: RawContent;
  /** A body that is no JSON, which it reads by itself. */
  readonly upload?: { readonly mediaType: string; readonly description: string };
  respond(
    request: v.InferOutput<Request>,
    caller: Caller,
    service: Service,
    context: Context,
  ): Response | Promise<Response>;
}

// Requests differ in type from operation to operation; a list of them forgets how.
// biome-ignore lint/suspicious/noExplicitAny: the types are checked where an operation is declared
export type Operation = DataOperation<any, any> | RawOperation<any>;

/** Declares an operation, with its handler checked against its schemas. */
export function operation<Request extends Schema, Answer extends Schema>(
  described: DataOperation<Request, Answer>,
): Operation {
  return described;
}

/** Declares an operation with an answer of its own. */
export function rawOperation<Request extends Schema>(described: RawOperation<Request>): Operation {
  return described;
}

/** Every method and path that leads to the operation, the main one first. */
export function routesOf({ method, path, aliases = [] }: Operation): readonly Route[] {
  return [{ method, path }, ...aliases.map((alias) => ({ method, path, ...alias }))];
}
