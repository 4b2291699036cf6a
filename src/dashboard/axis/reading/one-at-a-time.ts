/** Returns a function that reads. If it is called during a reading, it reads once more afterwards. */
export function oneAtATime(readOnce: () => Promise<void>): () => Promise<void> {
  let isReading = false;
  let isAsked = false;
  return async () => {
    isAsked = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isAsked) {
        isAsked = false;
        await readOnce();
      }
    } finally {
      isReading = false;
    }
  };
}
