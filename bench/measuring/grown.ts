/** Calls `make` and returns its result with the bytes that it takes inside and outside the heap. */
export function grown<T>(make: () => T): { readonly made: T; readonly bytes: number } {
  const before = bytesInUse();
  const made = make();
  return { made, bytes: bytesInUse() - before };
}

/** Bytes inside and outside the heap. */
export function bytesInUse(): number {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('memory can only be measured with --expose-gc');
  // The second call releases buffers that the first found unused.
  gc();
  gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
