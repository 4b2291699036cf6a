// Flags of the commands that list the present state: order, output and repetition.

import { setTimeout as wait } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { badUsage } from '../../../arguments/command-failure.ts';
import type { Unit } from '../../../wire/text/unit.ts';
import { addModules, keyFile } from '../flags.ts';
import { type Output, print } from '../output/output.ts';
import { type Column, csvOf, sortBy, sorted, sortName, tableLayout } from '../output/table-columns.ts';
import { checksFaults } from '../process/flag-faults.ts';
import type { Session } from './session.ts';
import { type SourceFlags, withSource } from './sources.ts';

export interface ListingFlags extends SourceFlags {
  readonly sort?: string;
  readonly csv?: boolean;
  /** Real seconds between two outputs. */
  readonly watch?: number;
}

interface Listed<Row extends object> {
  /** A line above the table. */
  readonly title: string;
  readonly rows: readonly Row[];
  /** What the nodes of the rows have, if rows count it. */
  readonly unit?: Unit;
  /** The members of the JSON document, given the rows in their order. */
  readonly document: (rows: readonly Row[]) => object;
}

interface Listing<Row extends object> {
  /** The name of the command. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly members: readonly (keyof Row & string)[];
  readonly read: (session: Session) => Promise<Listed<Row>>;
}

const SECONDS_DEFAULT = 2;
const SECONDS_MAX = 86_400;
/** Moves to the upper left corner, and clears the screen from there. */
const CLEAR = '\u001b[H\u001b[J';

export function addListing<Row>(command: Command, columns: readonly Column<Row>[], output: Output): Command {
  const names = columns.map(sortName);
  return addModules(checksFaults(command), output)
    .addOption(keyFile())
    .addOption(
      new Option('--sort <COLUMN>', 'order by this column; with - before it, begin with the greatest')
        .choices(names)
        .argParser(sortBy(names)),
    )
    .option('--watch [SECONDS]', 'print again every SECONDS (default: 2)', parseWatch)
    .option('--csv', 'print all members as CSV');
}

export function addFilters(command: Command): Command {
  return command
    .option('--workspace <NAME>', 'list only what concerns this workspace')
    .option('--cluster <NAME>', 'list only what is in this cluster');
}

/** Parses the value of --watch, in seconds. @throws CommandFailure */
function parseWatch(text: string): number {
  const seconds = Number(text);
  if (/^[0-9]{1,5}(\.[0-9]{1,3})?$/.test(text) && seconds >= 0.1 && seconds <= SECONDS_MAX) return seconds;
  const where = /^[0-9.]+$/.test(text) ? '' : '; give the URL or the file before --watch';
  throw badUsage(`--watch takes seconds from 0.1 to ${SECONDS_MAX}, not ${JSON.stringify(text)}${where}`);
}

/** Prints a list once, or repeatedly until a signal ends the program. */
export async function list<Row extends object>(
  from: string | undefined,
  flags: Omit<ListingFlags, 'watch'> & { readonly watch?: number | true },
  listing: Listing<Row>,
  output: Output,
): Promise<void> {
  if (flags.csv && output.json) output.faults.add('give --csv or --json, not both');
  if (flags.csv && flags.watch !== undefined) output.faults.add('give --csv or --watch, not both');
  if (flags.watch === undefined) {
    const listed = await withSource(from, flags, listing.name, listing.read, output);
    show(listed, flags, listing, output, '');
    return;
  }
  const betweenMs = 1000 * (flags.watch === true ? SECONDS_DEFAULT : flags.watch);
  const isScreen = process.stdout.isTTY === true && process.env.TERM !== 'dumb';
  for (let isFirst = true; ; isFirst = false) {
    // A file is opened again each time: a server can write it.
    const listed = await withSource(from, flags, listing.name, listing.read, output);
    show(listed, flags, listing, output, isScreen ? CLEAR : isFirst ? '' : '\n');
    await wait(betweenMs);
  }
}

function show<Row extends object>(
  { title, rows, unit, document }: Listed<Row>,
  { sort, csv, watch }: { readonly sort?: string; readonly csv?: boolean; readonly watch?: number | true },
  { columns, members }: Listing<Row>,
  output: Output,
  before: string,
): void {
  const ordered = sorted(rows, columns, sort);
  output.data(document(ordered));
  if (output.json) return;
  if (csv) {
    print(`${csvOf(ordered, members).join('\n')}\n`, 'csv');
    return;
  }
  const lines = rows.length === 0 ? [title] : [title, ...tableLayout(columns, unit)(ordered, true)];
  const isCut = watch !== undefined && before === CLEAR;
  print(before, 'styled');
  print(`${(isCut ? lines.slice(0, process.stdout.rows - 1) : lines).join('\n')}\n`, 'text');
}
