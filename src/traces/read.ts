// A recorded trace from its files, plain or compressed with gzip. What they mean is the format's business.

import type { ReadTrace, TraceFormat, TraceProblem } from '../../sim/index.ts';
import { whyUnreadable } from '../wire/file-errors.ts';
import { readBounded } from '../wire/read-bounded.ts';

/** Larger files are refused, since all of one is held in memory. */
const bytesMax = 256 * 1024 * 1024;

/** @param files by the format's name for them, each a path */
export function readTrace(
  format: TraceFormat,
  files: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>>,
): ReadTrace<string> {
  const texts: Record<string, string> = {};
  const problems: TraceProblem<string>[] = [];
  for (const [file, path] of Object.entries(files)) {
    const text = readText(path);
    if (typeof text === 'string') texts[file] = text;
    else problems.push({ file, message: text.why });
  }
  return problems.length > 0 ? { ok: false, problems } : format.read(texts, options);
}

function readText(file: string): string | { readonly why: string } {
  try {
    const bytes = readBounded(file, bytesMax);
    if (bytes === undefined) return { why: `must be at most ${bytesMax} bytes` };
    const compressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
    // Some programs begin a file with a byte order mark.
    return (compressed ? unpacked(bytes) : bytes).toString('utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    return { why: `cannot be read: ${whyUnreadable(error)}` };
  }
}

/** zlib is loaded for files that need it, not at every start of the program. */
function unpacked(bytes: Buffer): Buffer {
  return process.getBuiltinModule('node:zlib').gunzipSync(bytes, { maxOutputLength: bytesMax });
}
