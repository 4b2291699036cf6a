// The memory that something takes.

/** What is made, and the bytes it takes inside and outside the heap. */
export function grown<T>(make: () => T): { readonly made: T; readonly bytes: number } {
  const before = bytesInUse();
  const made = make();
  return { made, bytes: bytesInUse() - before };
}

function bytesInUse(): number {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('memory is measured with the garbage collector at hand: --expose-gc');
  // Buffers that the first finds unused are given back by the second.
  gc();
  gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
