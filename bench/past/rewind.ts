// Measures rewinds in `million`, against those in a file without snapshots.

import type { Scenario } from '../../sim/index.ts';
import { Driver } from '../../src/driver/driver.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { median, summed } from '../measuring/measure.ts';
import type { Row } from '../measuring/row.ts';
import { derived, instantOf, mustEqual, sum, withoutSnapshots } from './line.ts';

/** Instants that are also derived without snapshots. */
const COMPARED = 5;

/** Rewinds from the end toward the start; then derives some of these instants with and without snapshots. */
export async function rewindRow(path: string, scenario: Scenario, count: number, name: string): Promise<Row> {
  const bare = withoutSnapshots(path);
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
    mustEqual(one.simulation.clock().hash, other.simulation.clock().hash, `the hash at ${toMs} ms`);
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
