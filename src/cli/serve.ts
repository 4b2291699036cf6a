// Serves a world over HTTP until it is told to end.

import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Scenario } from '../../sim/index.ts';
import { Driver } from '../driver/driver.ts';
import { SPEED_MAX } from '../driver/present.ts';
import type { ApiKey } from '../driver/world.ts';
import { createApp } from '../http/app.ts';
import { HttpFaults } from '../http/http-faults.ts';
import { openLog } from '../observe/log.ts';
import { MEMORY } from '../store/database.ts';
import { WorldFile } from '../store/world-file.ts';
import { defaultFile } from './data-folder.ts';
import { badUsage, CommandFailure } from './failure.ts';
import { yearFromNow } from './keys.ts';
import type { Output } from './output.ts';
import { planOf, readPlay } from './play.ts';
import { scenarioBy } from './values.ts';

interface ServeFlags {
  readonly db?: string;
  readonly listen: string;
  readonly speed: string;
  readonly paused?: boolean;
  readonly seed?: number;
  readonly play?: string;
  readonly durable?: boolean;
}

const DEFAULT_SCENARIO = 'demo';

export async function serve(name: string | undefined, flags: ServeFlags, output: Output): Promise<void> {
  const address = parseListen(flags.listen);
  const speed = parseSpeed(flags.speed);
  const ownKey = keyFromEnvironment();
  const log = openLog('warn');
  // Whoever says so before it listens has it end as soon as it does, with its file closed as ever.
  const told = untilTold();
  const { file, scenario } = openWorld(name, flags);
  const driver = new Driver(file, {
    mode: flags.paused ? 'paused' : 'running',
    speed,
    onFailure: (error, what) => log.error({ err: error }, what),
  });
  try {
    const lines = flags.play === undefined ? undefined : readPlay(flags.play, scenario);
    const newKey = firstKey(file, ownKey);
    const options = { logger: log, loopback: isLoopback(address.host), httpFaults: new HttpFaults() };
    const app = createApp(driver, options);
    if (lines !== undefined) {
      driver.follow(
        planOf(lines, createApp(driver.held(), options), playKey(file).apiKey, (line, message) => {
          log.warn(
            { at: line.at, method: line.method, path: line.path, message },
            'a line of --play was refused',
          );
        }),
      );
    }
    const server = createAdaptorServer({ fetch: app.fetch }) as Server;
    const url = await listen(server, address).catch((error) => {
      // A key that nobody has been told of would keep the next start from making one.
      if (newKey !== undefined) file.keys.remove(newKey.apiKey);
      throw error;
    });
    try {
      announce({ url, apiKey: newKey?.apiKey ?? ownKey ?? null, file, scenario, flags }, output);
      await told;
    } finally {
      await stop(server);
    }
  } finally {
    await driver.close();
  }
}

function openWorld(name: string | undefined, flags: ServeFlags): { file: WorldFile; scenario: Scenario } {
  const load = (which: string, now?: () => number) => scenarioBy(which, { seed: flags.seed, now }).scenario;
  let wanted = name === undefined ? undefined : load(name);
  const path = flags.db ?? defaultFile((wanted ?? { name: DEFAULT_SCENARIO }).name);
  const file = WorldFile.open(path, { durable: flags.durable === true });
  try {
    const known = file.scenario();
    if (known === undefined) {
      const scenario = wanted ?? load(DEFAULT_SCENARIO);
      file.setScenario(scenario);
      return { file, scenario };
    }
    // A start of "now" was resolved when the file was made.
    if (name !== undefined) wanted = load(name, () => Date.parse(known.start));
    const seed = flags.seed ?? wanted?.seed ?? known.seed;
    if ((wanted !== undefined && JSON.stringify(wanted) !== JSON.stringify(known)) || seed !== known.seed) {
      throw new CommandFailure(
        `${path} is a world of scenario ${known.name} with seed ${known.seed}, ` +
          `not of ${wanted?.name ?? known.name} with seed ${seed}` +
          `${wanted?.name === known.name && seed === known.seed ? ' as it reads now' : ''}; give another --db`,
      );
    }
    return { file, scenario: known };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Makes the Owner key of a new file, or the one of the environment where the file lacks it. */
function firstKey(file: WorldFile, ownKey: string | undefined): ApiKey | undefined {
  const hasOwner = file.keys.list().some(({ role }) => role === 'Owner');
  if (ownKey === undefined ? hasOwner : file.keys.byValue(ownKey) !== undefined) return undefined;
  return ownerKey(file, 'first owner', ownKey);
}

/** A key for the lines of --play: any Owner key will do. */
function playKey(file: WorldFile): ApiKey {
  const today = new Date().toISOString().slice(0, 10);
  const known = file.keys.list().find((key) => key.role === 'Owner' && key.validity >= today);
  return known ?? ownerKey(file, 'play', undefined);
}

function ownerKey(file: WorldFile, name: string, value: string | undefined): ApiKey {
  return file.keys.create(
    {
      name,
      description: 'made at the start of gprsim serve',
      role: 'Owner',
      userName: 'admin',
      workspaceName: '',
      workspaceCreation: null,
      validity: yearFromNow(),
    },
    value,
  );
}

function keyFromEnvironment(): string | undefined {
  const key = process.env.GPRSIM_API_KEY;
  if (key === undefined || key === '') return undefined;
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(key)) return key;
  throw badUsage('GPRSIM_API_KEY must be a UUID, such as 5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2');
}

interface Address {
  readonly host: string;
  readonly port: number;
}

function parseListen(text: string): Address {
  const match = /^(?:\[([0-9a-fA-F:]+)\]|([^:]*)):([0-9]{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  const host = match?.[1] ?? match?.[2] ?? '';
  if (host !== '' && port <= 65_535) return { host, port };
  throw badUsage(`--listen takes HOST:PORT, such as 127.0.0.1:8080 or [::1]:0, not ${JSON.stringify(text)}`);
}

function parseSpeed(text: string): number {
  const speed = Number(text);
  if (/^[0-9]{1,7}(\.[0-9]{1,6})?$/.test(text) && speed > 0 && speed <= SPEED_MAX) return speed;
  throw badUsage(`--speed takes a number above 0 and up to ${SPEED_MAX}, not ${JSON.stringify(text)}`);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

function listen(server: Server, { host, port }: Address): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? 'another program listens there; --listen HOST:0 takes a free port'
          : error.message;
      reject(new CommandFailure(`cannot listen on ${host}:${port}: ${why}`));
    });
    server.listen(port, host, () => {
      const bound = server.address();
      const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`);
    });
  });
}

interface Announcement {
  readonly url: string;
  /** null: neither made now nor given; whoever made the file knows its keys. */
  readonly apiKey: string | null;
  readonly file: WorldFile;
  readonly scenario: Scenario;
  readonly flags: ServeFlags;
}

function announce({ url, apiKey, file, scenario, flags }: Announcement, output: Output): void {
  output.data({ url, apiKey, db: file.path, scenario: scenario.name, seed: scenario.seed });
  const clock = flags.paused ? 'the clock stands' : `${flags.speed} simulated seconds a second`;
  output.text(`gprsim serves ${scenario.name} (seed ${scenario.seed}) at ${url}; ${clock}`);
  output.text(`world      ${file.path === MEMORY ? 'in memory, gone at the end' : file.path}`);
  output.text(
    `Owner key  ${apiKey ?? 'as at the first start of this file (gprsim keys list shows it while no server has the file)'}`,
  );
  const key = apiKey ?? '<an API key>';
  output.text('');
  output.text('Try:');
  output.text(`  curl -s ${url}/api/v1/auth -d '{"apiKey":"${key}"}'`);
  output.text(
    `  curl -s ${url}/api/v1/inventory/summary -H "Authorization: Bearer <the token of that answer>"`,
  );
}

function untilTold(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

/** Ends connections, streams included: whoever listens has had its last fact. */
function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
