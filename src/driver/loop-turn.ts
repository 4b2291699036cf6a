// All long works of the process take turns: one slice of one work in each turn of the event loop, whatever the number of worlds.
// So the time that the loop is held does not grow with the number of works, and none of them waits forever.

const waiting: (() => void)[] = [];

/** Waits for the turn of a work: a later turn of the event loop, which this work has for its next slice. */
export function loopTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(grant);
  });
}

/** The slice itself runs in the microtasks after this. */
function grant(): void {
  const next = waiting.shift()!;
  if (waiting.length > 0) setImmediate(grant);
  next();
}
