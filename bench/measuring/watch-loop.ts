/** Watches the turns of the event loop; the returned function stops it and returns the longest turn, in ms. */
export function watchLoop(): () => Promise<number> {
  let longestMs = 0;
  let lastAt = performance.now();
  let isOver = false;
  const turn = () => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - lastAt);
    lastAt = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return async () => {
    await new Promise((resolve) => setImmediate(resolve));
    isOver = true;
    return longestMs;
  };
}
