// Loaded into a measured server before the program. Reports over IPC how long the event loop was held.

import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { LoopReport } from './protocol.ts';

const NS_PER_MS = 1e6;

/** Of the times between two runs of a timer, in ns. */
const gaps = monitorEventLoopDelay({ resolution: 1 });
gaps.enable();
let since = performance.eventLoopUtilization();

process.on('message', () => {
  const now = performance.eventLoopUtilization();
  const report: LoopReport = {
    gapMsP99: gaps.percentile(99) / NS_PER_MS,
    gapMsMax: gaps.max / NS_PER_MS,
    utilization: performance.eventLoopUtilization(now, since).utilization,
  };
  since = now;
  gaps.reset();
  process.send!(report);
});
// The program ends although the channel is open.
process.channel!.unref();
