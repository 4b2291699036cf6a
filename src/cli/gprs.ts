// The GPRs of a file, a row each: those that have left memory too. Rows come as the facts are gone through: a million of them
// take no more room than those that have not ended.

import type { Simulation } from '../../sim/index.ts';
import { knownGpr } from '../driver/known-gpr.ts';
import { type Life, type LifeState, Lives } from '../driver/lives.ts';
import { Recorder } from '../driver/recorder.ts';
import { span } from '../observe/span.ts';
import { WorldFile } from '../store/world-file.ts';
import { Timeline } from '../wire/timestamps.ts';
import { csvLine } from './csv.ts';
import { badUsage } from './failure.ts';
import { type Output, print, table } from './output.ts';
import { storedRuns, viewStored } from './stored-facts.ts';
import { keptFile } from './values.ts';

interface GprsFlags {
  readonly state?: LifeState;
  readonly workspace?: string;
  readonly csv?: boolean;
}

/** Rows that are printed at once, and laid out together. */
const ROWS_AT_ONCE = 1_000;

/** Lists the GPRs of a file: in the order of their ends, and behind them those that have not ended. */
export function gprs(path: string, flags: GprsFlags, output: Output): void {
  if (flags.csv && output.json) throw badUsage('give --csv or --json, not both');
  const file = WorldFile.read(keptFile(path, 'gprs'));
  try {
    const { simulation } = Recorder.resume(file);
    const layout = output.json ? jsonLines : flags.csv ? csv : columns;
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

function* rowsOf(file: WorldFile, simulation: Simulation, { state, workspace }: GprsFlags): Generator<Row> {
  const timeline = new Timeline(simulation.scenario.start);
  // A name is no fact.
  const named = (id: string) => knownGpr(simulation, file, id)?.gprName ?? '';
  for (const life of lives(file, simulation)) {
    if (state !== undefined && life.state !== state) continue;
    if (workspace !== undefined && life.workspace !== workspace) continue;
    yield rowOf(life, named(life.gprId), timeline);
  }
}

function* lives(file: WorldFile, simulation: Simulation): Generator<Life> {
  const all = new Lives();
  for (const run of storedRuns(file)) yield* all.read(viewStored(simulation, run, file));
  yield* all.open();
}

type Row = ReturnType<typeof rowOf>;

function rowOf(life: Life, gprName: string, timeline: Timeline) {
  const { gprId, createdAtMs, startedAtMs, endedAtMs, ...rest } = life;
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

/** At least one part, which may be empty. */
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

const header = [
  'GPR',
  'name',
  'workspace',
  'priority',
  'GPUs',
  'state',
  'created',
  'wait',
  'ran',
  'evictions',
  'nodes',
];
const toTheRight = ['priority', 'GPUs', 'wait', 'ran', 'evictions'].map((name) => header.indexOf(name));

const columns: Layout = (rows, isFirst) => {
  const lines = table([header, ...rows.map(cellsOf)], toTheRight);
  return isFirst ? lines : lines.slice(1);
};

function cellsOf(row: Row): string[] {
  const { nodeCount, gpusPerNode, waitMs, ranMs } = row;
  return [
    row.gprId,
    row.gprName,
    row.workspace,
    `${row.priority}`,
    nodeCount === 1 ? `${gpusPerNode}` : `${nodeCount} x ${gpusPerNode}`,
    row.state,
    row.createdAt,
    waitMs === null ? '–' : span(waitMs),
    ranMs === null ? '–' : span(ranMs),
    `${row.evictions}`,
    row.nodes.join(' ') || '–',
  ];
}
