// The Owner key of a starting server: the one of GPRSIM_API_KEY, or a new one if the file has no valid Owner key.

import { badUsage, CommandFailure } from '../../arguments/command-failure.ts';
import type { ApiKey } from '../../driver/world.ts';
import type { WorldFile } from '../../store/world-file.ts';
import { hasEnded, yearFrom } from '../../wire/time/validity.ts';

const AT_START = 'made at the start of gprsim serve';

/** The value of GPRSIM_API_KEY; undefined if it is unset or empty. */
export function keyFromEnvironment(): string | undefined {
  const key = process.env.GPRSIM_API_KEY;
  return key === undefined || key === '' ? undefined : parseKey(key);
}

/** Checks an Owner key that the caller chooses. @throws CommandFailure unless it is a UUID */
export function parseKey(key: string): string {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(key)) return key;
  throw badUsage('GPRSIM_API_KEY must be a UUID, such as 5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2');
}

/**
 * Ensures that the file has a valid Owner key: the given one, or any.
 * @returns the key if one was created, to be shown to the user
 */
export function ensureOwner(file: WorldFile, given: string | undefined): ApiKey | undefined {
  if (given !== undefined) {
    takeGiven(file, given);
    return undefined;
  }
  return ownerOf(file) === undefined ? makeOwner(file, 'owner', AT_START) : undefined;
}

/** An Owner key that is valid today. */
export function ownerOf(file: WorldFile): ApiKey | undefined {
  const nowMs = Date.now();
  return file.keys.list().find(({ role, validity }) => role === 'Owner' && !hasEnded(validity, nowMs));
}

/** Makes the given key valid for a year, and removes keys that earlier starts were given. */
function takeGiven(file: WorldFile, given: string): void {
  const { keys } = file;
  const known = keys.byValue(given);
  if (known !== undefined && known.role !== 'Owner') {
    throw new CommandFailure(
      `GPRSIM_API_KEY is the key ${JSON.stringify(known.name)} of ${file.path}, whose role is ${known.role}; ` +
        'give an Owner key, or a new UUID',
    );
  }
  for (const { apiKey, isGiven } of [...keys.list()]) if (isGiven && apiKey !== given) keys.remove(apiKey);
  const lastDay = yearFrom(Date.now());
  if (known === undefined) makeOwner(file, 'GPRSIM_API_KEY', AT_START, given);
  else if (known.validity < lastDay) keys.extend(known, lastDay);
}

/** @param value that of the key; random by default */
export function makeOwner(file: WorldFile, name: string, description: string, value?: string): ApiKey {
  return file.keys.create(
    {
      name,
      description,
      role: 'Owner',
      userName: 'admin',
      workspaceName: '',
      workspaceCreation: null,
      validity: yearFrom(Date.now()),
    },
    value,
  );
}
