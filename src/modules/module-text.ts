// The file of a module: its text, and its name in scenarios and worlds.

import { createHash } from 'node:crypto';
import { whyUnreadable } from '../files/file-errors.ts';
import { readBounded, textOf } from '../files/read-bounded.ts';

const BYTES_MAX = 1 << 20;

/** A module as it was given. Threads get it whole, so that all of a study run the same code. */
export interface ModuleText {
  /** Its path as given. */
  readonly path: string;
  readonly text: string;
  /** `sha256:` and the SHA-256 of its bytes, 64 hex digits. */
  readonly name: string;
}

/** Why a module cannot be used. Begins with its path. */
export class WrongModule extends Error {}

/** @throws WrongModule */
export function readModule(path: string): ModuleText {
  if (/\.[cm]?tsx?$/.test(path))
    throw new WrongModule(`${path} must be JavaScript, but is TypeScript; compile it to one .mjs file`);
  let bytes: Buffer | undefined;
  try {
    bytes = readBounded(path, BYTES_MAX);
  } catch (error) {
    throw new WrongModule(`${path} cannot be read: ${whyUnreadable(error)}`);
  }
  if (bytes === undefined) throw new WrongModule(`${path} must be at most ${BYTES_MAX} bytes, but is larger`);
  const name = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  return { path, text: textOf(bytes), name };
}
