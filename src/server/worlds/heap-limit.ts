// The heap of Node is shared by all worlds of the process, which ends when it is full.

import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { Failure } from '../../api/frame/errors/failure.ts';

/** Beyond, nothing more is added. V8 collects garbage before it has filled half of what was free, so most of this is in use. */
const SHARE_MAX = 0.9;
/** Bytes that stay free for the objects of requests and snapshots. */
const FREE_MIN = 32_000_000;
/** Bytes that Node 24 has for new objects beside --max-old-space-size, except in the smallest heaps. Older ones have fewer. */
const NEW_MAX = 192 * 2 ** 20;
const NEW_SHARE_MAX = 0.62;

/** Old objects, bytes. */
export interface Heap {
  readonly used: number;
  readonly limit: number;
}

export function heapOfNode(): Heap {
  const { heap_size_limit: all } = getHeapStatistics();
  let used = 0;
  for (const { space_name, space_used_size } of getHeapSpaceStatistics())
    if (!space_name.startsWith('new_')) used += space_used_size;
  return { used, limit: all - Math.min(NEW_MAX, NEW_SHARE_MAX * all) };
}

/** @throws Failure if the heap is nearly full */
export function requireHeap({ used, limit }: Heap): void {
  if (used > Math.min(SHARE_MAX * limit, limit - FREE_MIN))
    throw new Failure('memory-full', { used: `${mb(used)} MB`, limit: `${mb(limit)} MB` });
}

/** Whole MB of some bytes. */
export function mb(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}
