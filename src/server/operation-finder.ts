// Finds the operation to which a request leads, as the application routes it.

import { TrieRouter } from 'hono/router/trie-router';
import { getPath } from 'hono/utils/url';
import { type Operation, routesOf } from '../api/frame/operation/operation.ts';
import type { Method } from '../api/frame/operation/requests-to-worlds.ts';

/** @returns a function that takes a method and a path, perhaps with a query */
export function finderIn(
  operations: readonly Operation[],
): (method: Method, path: string) => Operation | undefined {
  const router = new TrieRouter<Operation>();
  for (const operation of operations) {
    for (const { method, path } of routesOf(operation)) router.add(method, honoPath(path), operation);
  }
  return (method, path) => {
    const [[found]] = router.match(method, getPath(new Request(new URL(path, 'http://localhost'))));
    return found?.[0];
  };
}

/** Converts `/sim/explain/{gprId}` to the router's form `/sim/explain/:gprId`. */
export function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
