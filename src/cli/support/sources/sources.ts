// Where a command reads a world: from a server at a URL, or from a file. Both answer with the same operations.

import { nearUrl, wantedAddress } from '../../../arguments/address.ts';
import { badUsage } from '../../../arguments/command-failure.ts';
import { isUrl, keptFile, queriedInstant } from '../../../arguments/words.ts';
import { type Stored, storedWorld } from '../../../driver/past/read-only-world.ts';
import { whyUnreadable } from '../../../files/file-errors.ts';
import { readTextBounded } from '../../../files/read-bounded.ts';
import { ownPolicies } from '../../../modules/given.ts';
import { openLog } from '../../../observe/server-log.ts';
import { createApp } from '../../../server/app.ts';
import { WorldFile } from '../../../store/world-file.ts';
import { requireGiven } from '../../../wire/text/own-policies.ts';
import type { Output } from '../output/output.ts';
import { storedOf } from './resumed.ts';
import { serverAt } from './server-at.ts';
import { newSession, parseUrl, type Session } from './session.ts';

export interface KeyFlags {
  readonly keyFile?: string;
}

export interface SourceFlags extends KeyFlags {
  /** An earlier instant that the command reads. */
  readonly at?: string;
}

const KEY_BYTES_MAX = 4096;
/** The commands that need the policies of a world even at its end. */
const POLICY_USERS: readonly string[] = ['queue', 'forecast', 'estimates', 'whatif'];

/** The URL of the server that runs with default settings on this machine. */
function defaultUrl(): string {
  const address = wantedAddress(undefined);
  if (address.port !== 0) return nearUrl(address);
  throw badUsage(
    'GPRSIM_LISTEN has port 0, so the port of the server is unknown; give the URL that it prints',
  );
}

/**
 * Calls `use` with a session about the world of a server or a file.
 * @param argument the name of the command, for errors
 */
export async function withSource<T>(
  from: string | undefined,
  flags: SourceFlags,
  argument: string,
  use: (session: Session) => Promise<T>,
  output: Output,
): Promise<T> {
  const { faults } = output;
  if (from === undefined || isUrl(from)) {
    const session = faults.of(() => serverSession(from, flags, argument));
    faults.check();
    return use(session!);
  }
  if (flags.keyFile !== undefined) faults.add('--key-file is for a server; leave it out for a file');
  const file = faults.of(() => WorldFile.read(keptFile(from, argument)))!;
  try {
    faults.check();
    const stored = await storedOf(file, flags.at, output);
    if (POLICY_USERS.includes(argument))
      requireGiven(file.path, stored.simulation.rules().scheduler, ownPolicies);
    return await use(fileSession(stored));
  } finally {
    file?.close();
  }
}

/** @param url undefined = the default URL */
export function serverSession(url: string | undefined, flags: SourceFlags, argument: string): Session {
  const base = parseUrl(url ?? defaultUrl());
  const at = flags.at === undefined ? undefined : queriedInstant(flags.at, '--at');
  const keySource = flags.keyFile ?? 'GPRSIM_API_KEY';
  return newSession(base, serverAt(base), apiKeyOf(flags, argument), keySource, at);
}

function fileSession(stored: Stored): Session {
  const { world, apiKey } = storedWorld(stored);
  const ended = new AbortController();
  const app = createApp(world, { logger: openLog('error'), loopback: false, ended: ended.signal });
  const session = newSession(
    stored.file.path,
    async ({ method, path, headers, body }) => {
      const response = await app.request(path, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      });
      return response.text();
    },
    apiKey,
  );
  return { ...session, close: () => ended.abort() };
}

/** A key is never an argument: other users of the machine see the arguments of a process. */
function apiKeyOf({ keyFile }: KeyFlags, argument: string): string {
  if (keyFile !== undefined) return keyIn(keyFile);
  const { GPRSIM_API_KEY } = process.env;
  if (GPRSIM_API_KEY) return GPRSIM_API_KEY;
  throw badUsage(
    `GPRSIM_API_KEY is not set; ${argument} needs an API key in it for a URL, or in the file of --key-file`,
  );
}

/** The first line of a file. */
function keyIn(path: string): string {
  let content: string | undefined;
  try {
    content = readTextBounded(path, KEY_BYTES_MAX);
  } catch (error) {
    throw badUsage(`--key-file ${path} cannot be read: ${whyUnreadable(error)}`);
  }
  const key = content?.split(/\r?\n/)[0].trim() ?? '';
  if (key !== '') return key;
  throw badUsage(`--key-file ${path} has no key in its first line; put an API key there`);
}
