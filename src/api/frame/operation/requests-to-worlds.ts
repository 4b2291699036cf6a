// Requests that this process sends, to the world of a service or to another one.

import type { Context } from 'hono';
import type { FutureWorld } from '../../../driver/world.ts';

export const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/**
 * What a call changes: nothing; nothing but futures, which it runs; the world, by commands; the process, such as its keys; or time:
 * it moves the clock or replaces the world.
 */
export type Changes = 'nothing' | 'futures' | 'world' | 'process' | 'time';

/** Whether the world is the same after a call. */
export function onlyReads(changes: Changes): boolean {
  return changes === 'nothing' || changes === 'futures';
}

/** The answer to a request, as far as its sender needs it. */
export interface Answered {
  readonly statusCode: number;
  readonly message: string;
  readonly data?: unknown;
  readonly error?: { readonly data?: unknown } | null;
}

/** Sends a request with a JSON body. */
export type Send = (method: Method, path: string, body: unknown) => Promise<Answered>;

export interface Requests {
  /** What a request would change; undefined if it leads to no operation. */
  changesOf(method: Method, path: string, body: unknown): Changes | undefined;
  /** The methods with which a path leads to an operation; empty for an unknown path. */
  methodsOf(path: string): readonly Method[];
  /** Whether a path leads to an operation that reads, and answers with an envelope. */
  isRead(path: string): boolean;
  /**
   * Answers a read that came with another request, with the token of that request. It is not kept, and meets no fault.
   * @param isOver whether the read is not wanted any more
   */
  read(path: string, by: Context, isOver: () => boolean): Response | Promise<Response>;
  /** Sends requests to a world, with the rights of a key that it knows. */
  senderTo(world: FutureWorld, apiKey: string): Send;
}
