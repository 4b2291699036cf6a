// A world in a file, and instants of it that are derived again.

import { copyFileSync, statSync } from 'node:fs';
import { NO_OWN_POLICIES, type Scenario, type Simulation } from '../../sim/index.ts';
import { deriving } from '../../src/driver/commits/derived.ts';
import type { Recorder } from '../../src/driver/commits/recorder.ts';
import { restart } from '../../src/driver/commits/restart.ts';
import { packState } from '../../src/store/codecs/packed-state.ts';
import { openSqlite } from '../../src/store/sqlite/file/sqlite.ts';
import { WorldFile } from '../../src/store/world-file.ts';

export interface Sizes {
  /** Size of the largest state, packed. */
  readonly stateBytes: number;
  /** The file without its snapshots. */
  readonly restBytes: number;
  /** Those that the run stored. */
  readonly snapshots: number;
  readonly snapshotBytes: number;
}

/** Runs a world into a file. @param run calls `take` after each slice */
export function filled(
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
    if ((++slices & (slices - 1)) === 0)
      states.push(Buffer.concat([...packState(recorder.simulation.save())]).length);
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

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The instants go from the end to the start. */
export function instantOf(endMs: number, i: number, count: number): number {
  return Math.floor(endMs * (1 - (i + 0.5) / count));
}

/** Derives the first branch of a file at an instant. */
export function derived(
  path: string,
  scenario: Scenario,
  toMs: number,
): { ms: number; simulation: Simulation } {
  const file = WorldFile.read(path);
  try {
    const before = process.cpuUsage();
    const slices = deriving(file.past(1), { scenario, ownPolicies: NO_OWN_POLICIES }, toMs);
    for (let step = slices.next(); ; step = slices.next()) {
      if (!step.done) continue;
      const { user, system } = process.cpuUsage(before);
      return { ms: (user + system) / 1_000, simulation: step.value.simulation };
    }
  } finally {
    file.close();
  }
}

/** Copies a file without its snapshots, and returns the path of the copy. */
export function withoutSnapshots(path: string): string {
  const bare = `${path}-bare`;
  copyFileSync(path, bare);
  const raw = openSqlite(bare);
  raw.exec('DELETE FROM snapshots; DELETE FROM snapshot_parts');
  raw.close();
  return bare;
}

export function mustEqual<T>(value: T, wanted: T, what: string): void {
  if (value !== wanted) throw new Error(`${what} is ${value} instead of ${wanted}`);
}
