// npm run bench [-- NAME...] [--quick] [--check] [--json]: measures and prints tables; --check compares ratios with bounds.
// Only ratios of two tasks that were measured in the same run have bounds; absolute figures depend on the machine.

import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { failuresOf, shortfallsOf } from './bounds.ts';
import { code } from './code/entry.ts';
import { dashboard } from './dashboard/entry.ts';
import { backlog } from './engine/backlog.ts';
import { batch } from './engine/batch.ts';
import { engine } from './engine/engine.ts';
import { growth } from './engine/growth.ts';
import { memory } from './engine/memory.ts';
import { shares } from './engine/shares.ts';
import { smallWorld } from './engine/small-world.ts';
import { executable } from './executable.ts';
import { forecast } from './forecast/entry.ts';
import { machine, markdown } from './measuring/print.ts';
import type { Entry, Row } from './measuring/row.ts';
import { merge } from './merge/entry.ts';
import { past } from './past/entry.ts';
import { restart } from './restart.ts';
import { root } from './root.ts';
import { server } from './server/entry.ts';
import { stored } from './stored.ts';
import { waiting } from './waiting.ts';
import { worlds } from './worlds.ts';

/** Runs from the sources, because its packages are installed beside them. */
const heap: Entry = async (options) => {
  const folder = pathToFileURL(`${root}/bench/heap/`);
  if (!existsSync(new URL('node_modules', folder))) {
    console.error('heap is skipped: npm ci --prefix bench/heap installs its packages');
    return [];
  }
  return (await import(new URL('entry.ts', folder).href)).heap(options);
};

const entries: Record<string, Entry> = {
  heap,
  engine,
  backlog,
  batch,
  code,
  growth,
  memory,
  'small-world': smallWorld,
  forecast,
  shares,
  stored,
  restart,
  past,
  merge,
  server,
  worlds,
  waiting,
  dashboard,
  executable,
};

/** How often a benchmark with rows beyond their bounds is repeated. */
const TIMES_AGAIN = 2;

const usage = `usage: npm run bench -- [${Object.keys(entries).join('] [')}] [--quick] [--check] [--json]`;

interface Wanted {
  readonly names: readonly string[];
  readonly quick: boolean;
  readonly check: boolean;
  readonly json: boolean;
}

main().then((code) => {
  process.exitCode = code;
});

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(usage);
    return 0;
  }
  const wanted = parse(args);
  if (typeof wanted === 'string') {
    console.error(`${wanted}\n${usage}`);
    return 2;
  }
  const rows: Row[] = [];
  for (const name of wanted.names) {
    console.error(`measuring ${name}`);
    rows.push(...(await measured(name, wanted)));
  }
  const failures = wanted.check ? failuresOf(rows) : [];
  const about = { ...machine(), quick: wanted.quick };
  if (wanted.json) console.log(JSON.stringify({ ...about, rows, ...(wanted.check && { failures }) }));
  else console.log(markdown(about, rows));
  if (wanted.check) {
    for (const line of [...shortfallsOf(rows), ...failures]) console.error(line);
    if (failures.length === 0) console.error('all ratios are within their bounds');
  }
  return failures.length === 0 ? 0 : 1;
}

/** With `check`, measures rows beyond their bounds again: noise goes away, but a slower program stays slow. */
async function measured(name: string, { quick, check }: Wanted): Promise<Row[]> {
  let rows = await entries[name]({ quick });
  for (let again = 0; check && again < TIMES_AGAIN; again++) {
    const failures = failuresOf(rows);
    if (failures.length === 0) break;
    console.error([...failures, `measuring ${name} again`].join('\n'));
    const anew = new Map((await entries[name]({ quick })).map((row) => [row.name, row]));
    rows = rows.map((row) => (failuresOf([row]).length > 0 ? (anew.get(row.name) ?? row) : row));
  }
  return rows;
}

function parse(args: string[]): Wanted | string {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { quick: flag, check: flag, json: flag },
      allowPositionals: true,
    });
    const unknown = positionals.filter((name) => !Object.hasOwn(entries, name));
    if (unknown.length > 0) return `unknown benchmark ${unknown.join(', ')}`;
    return { names: positionals.length > 0 ? positionals : Object.keys(entries), ...values };
  } catch (error) {
    return (error as Error).message;
  }
}
