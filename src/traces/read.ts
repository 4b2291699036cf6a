// Reads the files of a recorded trace, plain or compressed with gzip. The trace format interprets them.

import { hash } from 'node:crypto';
import type { ReadTrace, TraceFormat, TraceProblem } from '../../sim/index.ts';
import { whyUnreadable } from '../files/file-errors.ts';
import { readBounded, textOf } from '../files/read-bounded.ts';
import { zones } from './zones.ts';

/** Larger files are refused, because a whole file is held in memory. */
const bytesMax = 256 * 1024 * 1024;

/** SHA-256 of files as they are on the disk, 64 hex digits each, by the format's names of its files. */
interface Digests {
  readonly digests: Readonly<Record<string, string>>;
}

/** @param files paths, by the format's names of its files */
export function readTrace(
  format: TraceFormat,
  files: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>>,
): ReadTrace<string> & Digests {
  const texts: Record<string, string> = {};
  const digests: Record<string, string> = {};
  const problems: TraceProblem<string>[] = [];
  for (const [file, path] of Object.entries(files)) {
    const read = readText(path, bytesMax);
    if (!read.ok) {
      problems.push({ file, message: read.why });
      continue;
    }
    texts[file] = read.text;
    digests[file] = read.sha256;
  }
  return problems.length > 0
    ? { ok: false, problems, digests }
    : { ...format.read(texts, options, zones), digests };
}

type ReadText =
  /** SHA-256 of the file as it is on the disk, 64 hex digits. */
  | { readonly ok: true; readonly text: string; readonly sha256: string }
  /** Completes an error message that begins with the file's name. */
  | { readonly ok: false; readonly why: string };

/** Reads a text file, plain or compressed with gzip. */
export function readText(file: string, bytesMax: number): ReadText {
  try {
    const bytes = file === STANDARD_INPUT ? inputBytes(bytesMax) : readBounded(file, bytesMax);
    if (bytes === undefined) return { ok: false, why: `must be at most ${bytesMax} bytes, but is larger` };
    const compressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const text = textOf(compressed ? unpacked(bytes, bytesMax) : bytes);
    return { ok: true, text, sha256: hash('sha256', bytes) };
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    if (isLarge)
      return { ok: false, why: `must be at most ${bytesMax} bytes without compression, but is larger` };
    return { ok: false, why: `cannot be read: ${whyUnreadable(error)}` };
  }
}

/** The name of standard input among the files of a trace. */
export const STANDARD_INPUT = '-';

/** It can be read only once, but variants of a study read their files again. */
let input: Buffer | undefined;

function inputBytes(bytesMax: number): Buffer | undefined {
  input ??= readBounded(0, bytesMax);
  return input;
}

/** Loads zlib only for files that need it, not at every start of the program. */
function unpacked(bytes: Buffer, maxOutputLength: number): Buffer {
  return process.getBuiltinModule('node:zlib').gunzipSync(bytes, { maxOutputLength });
}
