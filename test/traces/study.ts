// The data of the FGD study in ../shared/data/openb, for the tests that compare with its published results.

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

const FOLDER = resolve(import.meta.dirname, '../../../shared/data/openb');

/** For `skip` of a test. */
export const missing: string | false = existsSync(FOLDER) ? false : `${FOLDER} is missing`;

export function pathOf(name: string): string {
  return resolve(FOLDER, name);
}

export function textOf(name: string): string {
  const bytes = readFileSync(pathOf(name));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

/** The rows of a CSV file, by column. */
export function rowsOf(name: string): Record<string, string>[] {
  const [header, ...lines] = textOf(name).trim().split(/\r?\n/);
  const columns = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, i) => [column, cells[i]]));
  });
}

export interface RecordedOrder {
  readonly workload: string;
  readonly seed: number;
  /** Rows of the list of pods. */
  readonly arrivals: readonly number[];
  /** By row of the list of nodes. */
  readonly nodeRank: readonly number[];
}

export function recordedOrders(): RecordedOrder[] {
  const lines = textOf('arrival_orders.ndjson.gz').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as RecordedOrder);
}
