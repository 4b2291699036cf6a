// Prints a row for each GPR: of a server, those that it holds in memory; of a file, all of them, derived from the facts, which
// also cover GPRs evicted from memory. Rows are streamed: memory holds only the GPRs that have not ended.

import { type Command, Option } from 'commander';
import type { FactView } from '../../../../../sim/index.ts';
import { GPR_ORDERS, WAIT_REASONS } from '../../../../../sim/index.ts';
import { badUsage } from '../../../../arguments/command-failure.ts';
import { isUrl, keptFile, someWords, unknownName } from '../../../../arguments/words.ts';
import type { Stored } from '../../../../driver/past/read-only-world.ts';
import {
  GprHistories,
  type GprHistory,
  HISTORY_STATES,
  type HistoryState,
} from '../../../../driver/stored/gpr-histories.ts';
import { knownGpr } from '../../../../driver/stored/known-gpr.ts';
import { storedRuns } from '../../../../driver/stored/stored.ts';
import { viewStored } from '../../../../driver/stored/stored-facts.ts';
import { WorldFile } from '../../../../store/world-file.ts';
import { meaningOf } from '../../../../studies/meaning.ts';
import { Timeline } from '../../../../wire/time/timestamps.ts';
import { addModules, at, choice, keyFile } from '../../../support/flags.ts';
import { GPR_COLUMNS, type GprRow, gprColumns, gprRowOf } from '../../../support/output/gpr-rows.ts';
import type { Output } from '../../../support/output/output.ts';
import { rowPrinter, sortBy } from '../../../support/output/table-columns.ts';
import { storedOf } from '../../../support/sources/resumed.ts';
import type { SourceFlags } from '../../../support/sources/sources.ts';
import { listServed } from './served-gprs.ts';

interface GprsFlags extends SourceFlags {
  readonly state?: HistoryState;
  readonly workspace?: string;
  readonly reason?: string;
  readonly sort?: string;
  readonly csv?: boolean;
}

const ROWS_AT_ONCE = 1_000;

export async function gprs(from: string, flags: GprsFlags, output: Output): Promise<void> {
  if (flags.csv && output.json) throw badUsage('give --csv or --json, not both');
  if (isUrl(from)) await listServed(from, flags, output);
  else await listStored(from, flags, output);
}

async function listStored(path: string, flags: GprsFlags, output: Output): Promise<void> {
  if (flags.keyFile !== undefined) throw badUsage('--key-file is for a server; leave it out for a file');
  if (flags.reason !== undefined)
    throw badUsage('--reason is for a server; for a file, gprsim queue lists the reasons');
  if (flags.sort !== undefined)
    throw badUsage('--sort is for a server; for a file, give the flag to gprsim queue with all states');
  const file = WorldFile.read(keptFile(path, 'gprs'));
  try {
    const stored = await storedOf(file, flags.at, output);
    const { unit } = meaningOf(stored.simulation.scenario);
    const columns = gprColumns(['wait', 'ran', 'evictions']);
    const printRows = rowPrinter(output, flags.csv, columns, GPR_COLUMNS, unit);
    for (const rows of parts(rowsOf(stored, flags))) printRows(rows);
  } finally {
    file.close();
  }
}

/** @throws CommandFailure if no fact is about the workspace */
function* rowsOf(stored: Stored, { state, workspace }: GprsFlags): Generator<GprRow> {
  const { file, simulation, past } = stored;
  const timeline = new Timeline(simulation.scenario.start);
  // Facts do not hold names.
  const named = (id: string) => knownGpr(simulation, past, id)?.gprName ?? '';
  let isKnown = workspace === undefined;
  const see = (facts: readonly FactView[]) => {
    isKnown ||= facts.some((fact) => fact.workspace === workspace);
  };
  for (const history of historiesOf(stored, see)) {
    if (state !== undefined && history.state !== state) continue;
    if (workspace !== undefined && history.workspace !== workspace) continue;
    yield gprRowOf(history, named(history.gprId), timeline);
  }
  if (isKnown) return;
  const names = simulation.views.workspaces().map(({ name }) => name);
  throw badUsage(unknownName('workspace', workspace!, file.path, names));
}

/** @param see receives all facts, batch by batch */
function* historiesOf(
  { simulation, past }: Stored,
  see: (facts: readonly FactView[]) => void,
): Generator<GprHistory> {
  const all = new GprHistories();
  for (const run of storedRuns(past)) {
    const facts = viewStored(simulation, run, past);
    see(facts);
    yield* all.read(facts);
  }
  yield* all.open();
}

/** Groups rows; yields at least one group, which may be empty. */
function* parts(rows: Iterable<GprRow>): Generator<GprRow[]> {
  let part: GprRow[] = [];
  for (const row of rows) {
    if (part.push(row) < ROWS_AT_ONCE) continue;
    yield part;
    part = [];
  }
  yield part;
}

export function declare(command: Command, output: Output): void {
  addModules(command, output)
    .addOption(keyFile())
    .addOption(choice('--state <STATE>', 'list only GPRs in this state', HISTORY_STATES))
    .option('--workspace <NAME>', 'list only GPRs of this workspace')
    .addOption(
      new Option(
        '--reason <LIST>',
        'list only GPRs of a server that wait for these reasons, separated by commas',
      )
        .choices(WAIT_REASONS)
        .argParser(someWords('--reason', 'reasons', WAIT_REASONS)),
    )
    .addOption(
      new Option(
        '--sort <MEMBER>',
        'order those of a server by this; with - before it, begin with the greatest',
      )
        .choices(GPR_ORDERS)
        .argParser(sortBy(GPR_ORDERS)),
    )
    .addOption(at())
    .option('--csv', 'print all members as CSV')
    .option('--json', 'print all members as a line of JSON for each GPR')
    .action((file, flags) => gprs(file, flags, output));
}
