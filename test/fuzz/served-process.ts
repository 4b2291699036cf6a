// The process that serves a world to random requests. It reports holds of its event loop and its memory.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Driver } from '../../src/driver/driver.ts';
import { createApp } from '../../src/server/app.ts';
import { createServer } from '../../src/server/server.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { ownerKey } from '../driver/world.ts';
import { scenarioOf } from './scenario.ts';
import type { Order, Report } from './served-protocol.ts';

const folder = mkdtempSync(join(tmpdir(), 'gprsim-fuzz-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Longer holds of the event loop are reported with the requests around them. */
const longHoldMs = 100;

const file = WorldFile.open(join(folder, 'world.gprsim'));
file.setScenario(
  scenarioOf({
    seed: 1,
    queue: 'backfill',
    order: 'shortest',
    backfillOrder: 'fair-share',
    halfLifeMs: 604_800_000,
    placement: 'best-fit',
    workspaceLimit: 1,
    provisioningDelayMs: 20_000,
    keepEnded: 50,
    // A forecast every six simulated hours would take most of the time of an advance.
    recordsEstimates: false,
    failures: true,
    works: true,
  }),
);
let troubles: string[] = [];
const note = (what: string) => {
  if (troubles.length < 20) troubles.push(what);
};
const driver = new Driver(file, {
  mode: 'running',
  speed: 60,
  onFailure: (error, what) => note(`${what}: ${error instanceof Error ? error.stack : error}`),
});
const logger = {
  error: (details: object, message: string) => {
    const { err } = details as { readonly err?: unknown };
    note(`${message}: ${err instanceof Error ? err.stack : JSON.stringify(details)}`);
  },
  warn: () => {},
};
const server = createServer(createApp(driver, { logger, loopback: true }), driver, {
  logger,
  loopback: true,
});
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

let recent: string[] = [];
let holds: string[] = [];
let maxBusyMs = 0;
let lastBusyMs = busyMs();
let measuredInBetween = false;
setInterval(() => {
  const nowBusyMs = busyMs();
  const heldMs = nowBusyMs - lastBusyMs;
  lastBusyMs = nowBusyMs;
  if (!measuredInBetween) maxBusyMs = Math.max(maxBusyMs, heldMs);
  if (heldMs > longHoldMs && !measuredInBetween && holds.length < 20) {
    holds.push(`${Math.round(heldMs)} ms: ${recent.join(' | ')}`);
  }
  measuredInBetween = false;
  recent = [];
}, 5);

function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

server.prependListener('request', ({ method, url = '' }) => {
  if (recent.length < 20) recent.push(`${method} ${url.slice(0, 60)}`);
});

server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

process.on('message', (order: Order) => {
  if (order.kind === 'end') {
    server.closeAllConnections();
    server.close();
    void driver.close().then(() => process.exit());
    return;
  }
  for (const { apiKey } of [...driver.keys.list()]) driver.keys.remove(apiKey);
  const { apiKey } = driver.keys.create(ownerKey('fuzz'));
  globalThis.gc?.();
  measuredInBetween = true;
  const { rss, heapUsed, external } = process.memoryUsage();
  const report: Report = {
    url,
    apiKey,
    maxHoldMs: Math.max(0, delay.max / 1e6 - 5),
    p99HoldMs: Math.max(0, delay.percentile(99) / 1e6 - 5),
    maxBusyMs,
    cpuSeconds: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    rssMb: rss / 1e6,
    heapMb: heapUsed / 1e6,
    externalMb: external / 1e6,
    troubles,
    holds,
  };
  delay.reset();
  maxBusyMs = 0;
  troubles = [];
  holds = [];
  process.send!(report);
});
process.once('disconnect', () => process.exit());
