// Prints a row for each GPR of a file, derived from the facts, which also cover GPRs evicted from memory. Rows are
// streamed: memory holds only the GPRs that have not ended.

import type { FactView, Simulation } from '../../../sim/index.ts';
import { knownGpr } from '../../driver/known-gpr.ts';
import { Recorder } from '../../driver/recorder.ts';
import { shortSpan } from '../../observe/span.ts';
import { WorldFile } from '../../store/world-file.ts';
import { Timeline } from '../../wire/timestamps.ts';
import { csvLine } from '../support/csv.ts';
import { badUsage } from '../support/failure.ts';
import { GprHistories, type GprHistory, type HistoryState } from '../support/gpr-histories.ts';
import { type Output, print } from '../support/output.ts';
import { storedRuns, viewStored } from '../support/stored-facts.ts';
import { linesOf, outputWidth, type TableOptions, widthOf, widthsOf } from '../support/table.ts';
import { keptFile, unknownName } from '../support/values.ts';

interface GprsFlags {
  readonly state?: HistoryState;
  readonly workspace?: string;
  readonly csv?: boolean;
}

const ROWS_AT_ONCE = 1_000;

export function gprs(path: string, flags: GprsFlags, output: Output): void {
  if (flags.csv && output.json) throw badUsage('give --csv or --json, not both');
  const file = WorldFile.read(keptFile(path, 'gprs'));
  try {
    const { simulation } = Recorder.resume(file);
    const layout = output.json ? jsonLines : flags.csv ? csv : columns();
    let isFirst = true;
    for (const rows of parts(rowsOf(file, simulation, flags))) {
      const lines = layout(rows, isFirst);
      if (lines.length > 0) print(`${lines.join('\n')}\n`);
      isFirst = false;
    }
  } finally {
    file.close();
  }
}

/** @throws CommandFailure if no fact is about the workspace */
function* rowsOf(file: WorldFile, simulation: Simulation, { state, workspace }: GprsFlags): Generator<Row> {
  const timeline = new Timeline(simulation.scenario.start);
  // Facts do not hold names.
  const named = (id: string) => knownGpr(simulation, file, id)?.gprName ?? '';
  let isKnown = workspace === undefined;
  const see = (facts: readonly FactView[]) => {
    isKnown ||= facts.some((fact) => fact.workspace === workspace);
  };
  for (const history of historiesOf(file, simulation, see)) {
    if (state !== undefined && history.state !== state) continue;
    if (workspace !== undefined && history.workspace !== workspace) continue;
    yield rowOf(history, named(history.gprId), timeline);
  }
  if (isKnown) return;
  const names = simulation.views.workspaces().map(({ name }) => name);
  throw badUsage(unknownName('workspace', workspace!, file.path, names));
}

/** @param see receives all facts, batch by batch */
function* historiesOf(
  file: WorldFile,
  simulation: Simulation,
  see: (facts: readonly FactView[]) => void,
): Generator<GprHistory> {
  const all = new GprHistories();
  for (const run of storedRuns(file)) {
    const facts = viewStored(simulation, run, file);
    see(facts);
    yield* all.read(facts);
  }
  yield* all.open();
}

type Row = ReturnType<typeof rowOf>;

function rowOf(history: GprHistory, gprName: string, timeline: Timeline) {
  const { gprId, createdAtMs, startedAtMs, endedAtMs, ...rest } = history;
  return {
    gprId,
    gprName,
    ...rest,
    createdAt: timeline.iso(createdAtMs),
    startedAt: timeline.isoOrEmpty(startedAtMs),
    endedAt: timeline.isoOrEmpty(endedAtMs),
    waitMs: startedAtMs === null ? null : startedAtMs - createdAtMs,
  };
}

/** Groups rows; yields at least one group, which may be empty. */
function* parts(rows: Iterable<Row>): Generator<Row[]> {
  let part: Row[] = [];
  for (const row of rows) {
    if (part.push(row) < ROWS_AT_ONCE) continue;
    yield part;
    part = [];
  }
  yield part;
}

type Layout = (rows: readonly Row[], isFirst: boolean) => string[];

const jsonLines: Layout = (rows) => rows.map((row) => JSON.stringify(row));

const members = [
  ...['gprId', 'gprName', 'workspace', 'cluster', 'instanceType', 'nodeCount', 'gpusPerNode', 'priority'],
  ...['state', 'reason', 'createdAt', 'startedAt', 'endedAt', 'waitMs', 'ranMs', 'evictions', 'requeues'],
  'nodes',
] as (keyof Row)[];

const csv: Layout = (rows, isFirst) => [
  ...(isFirst ? [csvLine(members)] : []),
  ...rows.map((row) => csvLine(members.map((member) => row[member]))),
];

interface Column {
  readonly name: string;
  readonly cell: (row: Row) => string;
  readonly isRight?: boolean;
  /** The least width in characters; without it, cells are never shortened. */
  readonly least?: number;
  /** Columns with this member are left out if the table is too wide, the highest number first. */
  readonly spare?: number;
}

const columnsOfAll: readonly Column[] = [
  { name: 'GPR', cell: ({ gprId }) => gprId },
  { name: 'name', cell: ({ gprName }) => gprName, least: 10 },
  { name: 'workspace', cell: ({ workspace }) => workspace, least: 9 },
  { name: 'priority', cell: ({ priority }) => `${priority}`, isRight: true, spare: 2 },
  {
    name: 'GPUs',
    cell: ({ nodeCount, gpusPerNode }) =>
      nodeCount === 1 ? `${gpusPerNode}` : `${nodeCount}x${gpusPerNode}`,
    isRight: true,
  },
  { name: 'state', cell: ({ state }) => state },
  { name: 'created', cell: ({ createdAt }) => createdAt, spare: 4 },
  { name: 'wait', cell: ({ waitMs }) => spanOrNone(waitMs), isRight: true },
  { name: 'ran', cell: ({ ranMs }) => spanOrNone(ranMs), isRight: true },
  { name: 'evictions', cell: ({ evictions }) => `${evictions}`, isRight: true, spare: 1 },
  { name: 'nodes', cell: ({ nodes }) => nodes.join(' ') || '–', least: 24, spare: 3 },
];

function spanOrNone(ms: number | null): string {
  return ms === null ? '–' : shortSpan(ms);
}

/** A table; the first group of rows decides on the columns and their widths. */
function columns(): Layout {
  let chosen: readonly Column[] = [];
  let widths: readonly number[] = [];
  return (rows, isFirst) => {
    if (isFirst) {
      chosen = fitting(rows);
      widths = widthsOf(matrixOf(chosen, rows), optionsOf(chosen));
    }
    const lines = linesOf(matrixOf(chosen, rows), widths, optionsOf(chosen));
    return isFirst ? lines : lines.slice(1);
  };
}

function fitting(rows: readonly Row[]): readonly Column[] {
  let chosen = columnsOfAll;
  for (let spares = columnsOfAll.filter(({ spare }) => spare !== undefined).length; spares > 0; spares--) {
    const matrix = matrixOf(chosen, rows);
    if (widthOf(widthsOf(matrix, optionsOf(chosen))) <= outputWidth()) break;
    chosen = chosen.filter(({ spare }) => spare !== spares);
  }
  return chosen;
}

function matrixOf(chosen: readonly Column[], rows: readonly Row[]): string[][] {
  return [chosen.map(({ name }) => name), ...rows.map((row) => chosen.map(({ cell }) => cell(row)))];
}

function optionsOf(chosen: readonly Column[]): TableOptions {
  return {
    right: chosen.flatMap(({ isRight }, i) => (isRight ? [i] : [])),
    least: Object.fromEntries(chosen.flatMap(({ least }, i) => (least === undefined ? [] : [[i, least]]))),
  };
}
