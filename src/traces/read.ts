// Reads the files of a recorded trace, plain or compressed with gzip. The trace format interprets them.

import type { ReadTrace, TraceFormat, TraceProblem } from '../../sim/index.ts';
import { whyUnreadable } from '../files/file-errors.ts';
import { readBounded } from '../files/read-bounded.ts';

/** Larger files are refused, because a whole file is held in memory. */
const bytesMax = 256 * 1024 * 1024;

/** @param files paths, by the format's names of its files */
export function readTrace(
  format: TraceFormat,
  files: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>>,
): ReadTrace<string> {
  const texts: Record<string, string> = {};
  const problems: TraceProblem<string>[] = [];
  for (const [file, path] of Object.entries(files)) {
    const text = readText(path, bytesMax);
    if (typeof text === 'string') texts[file] = text;
    else problems.push({ file, message: text.why });
  }
  return problems.length > 0 ? { ok: false, problems } : format.read(texts, options);
}

/** Reads a text file, plain or compressed with gzip. `why` completes an error message that begins with the file's name. */
export function readText(file: string, bytesMax: number): string | { readonly why: string } {
  try {
    const bytes = readBounded(file, bytesMax);
    if (bytes === undefined) return { why: `must be at most ${bytesMax} bytes, but is larger` };
    const compressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
    // Some programs write a byte order mark.
    return (compressed ? unpacked(bytes, bytesMax) : bytes).toString('utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    if (isLarge) return { why: `must be at most ${bytesMax} bytes without compression, but is larger` };
    return { why: `cannot be read: ${whyUnreadable(error)}` };
  }
}

/** Loads zlib only for files that need it, not at every start of the program. */
function unpacked(bytes: Buffer, maxOutputLength: number): Buffer {
  return process.getBuiltinModule('node:zlib').gunzipSync(bytes, { maxOutputLength });
}
