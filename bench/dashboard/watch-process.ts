// A process with many dashboards without a browser.

import { median } from '../measuring/measure.ts';
import type { Watched, WatchOrder } from './protocol.ts';
import { Watcher } from './watcher.ts';

let watchers: Watcher[] = [];
let wrong: string | undefined;

process.on('message', (order: WatchOrder) => {
  follow(order).then((watched) => process.send!(watched));
});
process.once('disconnect', () => process.exit());

async function follow(order: WatchOrder): Promise<Watched> {
  if (order.kind === 'open') {
    const { url, apiKey, count } = order;
    const note = (error: Error) => (wrong ??= String(error.cause ?? error));
    watchers = await Promise.all(Array.from({ length: count }, () => Watcher.open(url, apiKey, note)));
  }
  const watched = report();
  if (order.kind === 'close') for (const watcher of watchers.splice(0)) watcher.close();
  return watched;
}

function report(): Watched {
  const readingsMs = watchers.flatMap((watcher) => watcher.readingsMs.splice(0));
  let changes = 0;
  for (const watcher of watchers) {
    changes += watcher.changes;
    watcher.changes = 0;
  }
  return {
    readings: readingsMs.length,
    readingMs: readingsMs.length === 0 ? 0 : median(readingsMs),
    changes,
    ...(wrong !== undefined && { wrong }),
  };
}
