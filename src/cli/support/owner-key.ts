// The Owner key that a server starts with: the one of GPRSIM_API_KEY, or one that is made where nobody could get in.

import type { ApiKey } from '../../driver/world.ts';
import type { WorldFile } from '../../store/world-file.ts';
import { hasEnded, yearFrom } from '../../wire/validity.ts';
import { badUsage, CommandFailure } from './failure.ts';

/** The value that the environment has for the Owner key. */
export function keyFromEnvironment(): string | undefined {
  const key = process.env.GPRSIM_API_KEY;
  return key === undefined || key === '' ? undefined : parseKey(key);
}

/** The value of an Owner key that the caller chooses. */
export function parseKey(key: string): string {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(key)) return key;
  throw badUsage('GPRSIM_API_KEY must be a UUID, such as 5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2');
}

/**
 * Sees to it that an Owner key opens the file: the given one, or any.
 * @returns the key that was made for want of one, of which somebody must be told
 */
export function ensureOwner(file: WorldFile, given: string | undefined): ApiKey | undefined {
  if (given !== undefined) {
    takeGiven(file, given);
    return undefined;
  }
  return ownerOf(file) === undefined ? makeOwner(file, 'owner') : undefined;
}

/** An Owner key that is good today. */
export function ownerOf(file: WorldFile): ApiKey | undefined {
  const nowMs = Date.now();
  return file.keys.list().find(({ role, validity }) => role === 'Owner' && !hasEnded(validity, nowMs));
}

/** The given key opens the file for a year from now, and the one that was given before it no more. */
function takeGiven(file: WorldFile, given: string): void {
  const { keys } = file;
  const known = keys.byValue(given);
  if (known !== undefined && known.role !== 'Owner') {
    throw new CommandFailure(
      `GPRSIM_API_KEY is the key ${JSON.stringify(known.name)} of ${file.path}, whose role is ${known.role}; ` +
        'give an Owner key, or one that is not there yet',
    );
  }
  for (const { apiKey, isGiven } of [...keys.list()]) if (isGiven && apiKey !== given) keys.remove(apiKey);
  const lastDay = yearFrom(Date.now());
  if (known === undefined) makeOwner(file, 'GPRSIM_API_KEY', given);
  else if (known.validity < lastDay) keys.extend(known, lastDay);
}

function makeOwner(file: WorldFile, name: string, value?: string): ApiKey {
  return file.keys.create(
    {
      name,
      description: 'made at the start of gprsim serve',
      role: 'Owner',
      userName: 'admin',
      workspaceName: '',
      workspaceCreation: null,
      validity: yearFrom(Date.now()),
    },
    value,
  );
}
