// A trace's table from a CSV file, plain or compressed with gzip, as rows of cells that know their line.

import { parse } from 'csv-parse/sync';
import type { OpenbRow } from '../../sim/index.ts';
import { whyUnreadable } from '../wire/file-errors.ts';
import { readBounded } from '../wire/read-bounded.ts';

/** Larger tables are refused, since all of one is held in memory. */
const bytesMax = 256 * 1024 * 1024;

const longestShown = 120;

export type ReadTable =
  | { readonly ok: true; readonly rows: readonly OpenbRow[] }
  /** `why` is the rest of a sentence that begins with the file's name. */
  | { readonly ok: false; readonly why: string };

/** Reads a table whose first line must name exactly these columns. */
export function readTable(file: string, columns: readonly string[]): ReadTable {
  const text = readText(file);
  if (typeof text !== 'string') return { ok: false, why: text.why };

  const records = parse(text, {
    bom: true,
    info: true,
    quote: null,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  }) as unknown as { readonly record: string[]; readonly info: { readonly lines: number } }[];
  const [header, ...rows] = records.map(({ record, info }) => ({ line: info.lines, cells: record }));
  if (header?.cells.join() !== columns.join()) {
    const found = header ? shown(header.cells.join()) : 'no line';
    return { ok: false, why: `must begin with the line ${shown(columns.join())}, but begins with ${found}` };
  }
  return { ok: true, rows };
}

function readText(file: string): string | { readonly why: string } {
  try {
    const bytes = readBounded(file, bytesMax);
    if (bytes === undefined) return { why: `must be at most ${bytesMax} bytes` };
    const compressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return (compressed ? unpacked(bytes) : bytes).toString('utf8');
  } catch (error) {
    return { why: `cannot be read: ${whyUnreadable(error)}` };
  }
}

/** zlib is loaded for tables that need it, not at every start of the program. */
function unpacked(bytes: Buffer): Buffer {
  return process.getBuiltinModule('node:zlib').gunzipSync(bytes, { maxOutputLength: bytesMax });
}

function shown(text: string): string {
  return JSON.stringify(text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);
}
