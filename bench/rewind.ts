// Measures rewinds in `million`, against those in a file without snapshots, and the size of snapshots against that of the
// rest of a file.

import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import demo from '../fixtures/scenarios/demo.json' with { type: 'json' };
import type { Scenario, Simulation } from '../sim/index.ts';
import { deriving } from '../src/driver/branches/derived.ts';
import type { Recorder } from '../src/driver/commits/recorder.ts';
import { restart } from '../src/driver/commits/restart.ts';
import { Driver } from '../src/driver/driver.ts';
import { scenarioOf } from '../src/scenario/load.ts';
import { packState } from '../src/store/codecs/packed-state.ts';
import { openSqlite } from '../src/store/file/sqlite.ts';
import { WorldFile } from '../src/store/world-file.ts';
import { millionOf, runThrough } from './load.ts';
import { median, summed } from './measure.ts';
import type { Entry, Row } from './row.ts';

const REWINDS = 50;
/** Instants that are also derived without snapshots. */
const COMPARED = 5;
const DAY_MS = 24 * 3_600_000;
const EVENTS_AT_ONCE = 4_000;

export const rewind: Entry = async ({ quick }) => {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-bench-'));
  try {
    const count = quick ? 5e5 : 1e6;
    const path = join(folder, 'million.gprsim');
    const scenario = millionOf({ count });
    const sizes = filled(path, scenario, (simulation, take) => runThrough(simulation, take));
    const days = quick ? 7 : 28;
    const demoSizes = filled(join(folder, 'demo.gprsim'), demoScenario(), (simulation, take) => {
      for (let day = 1; day <= days; day++) {
        while (!simulation.runSome(day * DAY_MS, EVENTS_AT_ONCE)) take();
        take();
      }
    });
    return [
      await rewinds(path, scenario, quick ? 20 : REWINDS, `rewind ${quick ? '5e5' : '1e6'}`),
      sizeRow(`snapshots of demo, ${days} days`, demoSizes),
      sizeRow(`snapshots of million, ${quick ? '5e5' : '1e6'}`, sizes),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
};

interface Sizes {
  /** Size of the largest state, packed. */
  readonly stateBytes: number;
  /** The file without its snapshots. */
  readonly restBytes: number;
  /** Those that the run stored. */
  readonly snapshots: number;
  readonly snapshotBytes: number;
}

/** Runs a world into a file. @param run calls `take` after each slice */
function filled(
  path: string,
  scenario: Scenario,
  run: (simulation: Simulation, take: () => void) => void,
): Sizes {
  const file = WorldFile.open(path);
  file.setScenario(scenario);
  const recorder: Recorder = restart(file);
  let slices = 0;
  const states: number[] = [];
  run(recorder.simulation, () => {
    recorder.commit([]);
    // At numbers of slices that double: the same ones in each run.
    if ((++slices & (slices - 1)) === 0) states.push(packState(recorder.simulation.save())!.length);
  });
  file.close();
  const raw = openSqlite(path, { readonly: true });
  const { snapshots, snapshotBytes } = raw
    .prepare('SELECT count(*) AS snapshots, coalesce(sum(bytes), 0) AS snapshotBytes FROM snapshots')
    .get() as Pick<Sizes, 'snapshots' | 'snapshotBytes'>;
  raw.close();
  const restBytes = statSync(path).size - snapshotBytes;
  return { stateBytes: Math.max(...states), restBytes, snapshots, snapshotBytes };
}

/** The size of a state is a count: it depends on no clock. How many are stored depends on the machine. */
function sizeRow(name: string, { stateBytes, restBytes, snapshots, snapshotBytes }: Sizes): Row {
  const grown = `${Math.round((100 * snapshotBytes) / restBytes)} %`;
  return {
    name,
    value: stateBytes / 1e6,
    reference: restBytes / 1e6,
    unit: 'MB',
    ratioOf: 'largest state ÷ file without snapshots',
    ratio: stateBytes / restBytes,
    spread: 0,
    notes: { 'snapshots stored': snapshots, 'bytes of them': snapshotBytes, 'growth of the file': grown },
  };
}

/** Rewinds from the end toward the start; then derives some of these instants with and without snapshots. */
async function rewinds(path: string, scenario: Scenario, count: number, name: string): Promise<Row> {
  const bare = `${path}-bare`;
  copyFileSync(path, bare);
  const raw = openSqlite(bare);
  raw.exec('DELETE FROM snapshots; DELETE FROM snapshot_parts');
  raw.close();
  const onFailure = (error: unknown) => {
    throw error;
  };
  const world = new Driver(WorldFile.open(path), { mode: 'paused', speed: 1, onFailure });
  const endMs = world.nowMs();
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const startedAt = performance.now();
    const rewound = await world.rewind({ toMs: instantOf(endMs, i, count) }, 'a benchmark');
    times.push(performance.now() - startedAt);
    if (!rewound.ok) throw new Error(rewound.why);
  }
  await world.close();
  const [near, far]: [number[], number[]] = [[], []];
  for (let i = 0; i < COMPARED; i++) {
    const toMs = instantOf(endMs, i, COMPARED);
    const one = derived(path, scenario, toMs);
    const other = derived(bare, scenario, toMs);
    if (one.hash !== other.hash) throw new Error(`${toMs} ms has the hashes ${one.hash} and ${other.hash}`);
    near.push(one.ms);
    far.push(other.ms);
  }
  return {
    name,
    value: median(near),
    reference: median(far),
    unit: 'ms of processor time',
    ratioOf: 'derived from the nearest snapshot ÷ from the start',
    ratio: sum(near) / sum(far),
    spread: summed(near.map((ms, i) => ms / far[i])).spread,
    notes: {
      rewinds: count,
      'median, ms': Math.round(median(times)),
      'longest, ms': Math.round(Math.max(...times)),
    },
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The instants go from the end to the start. */
function instantOf(endMs: number, i: number, count: number): number {
  return Math.floor(endMs * (1 - (i + 0.5) / count));
}

/** Derives the first branch of a file at an instant. */
function derived(path: string, scenario: Scenario, toMs: number): { ms: number; hash: string } {
  const file = WorldFile.read(path);
  try {
    const before = process.cpuUsage();
    const slices = deriving(file.past(1), scenario, toMs);
    for (let step = slices.next(); ; step = slices.next()) {
      if (!step.done) continue;
      const { user, system } = process.cpuUsage(before);
      return { ms: (user + system) / 1_000, hash: step.value.simulation.clock().hash };
    }
  } finally {
    file.close();
  }
}

function demoScenario(): Scenario {
  const result = scenarioOf(demo, 'demo', { now: Date.now });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.scenario;
}
