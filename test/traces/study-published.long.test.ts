// The published results of the FGD study: each cell of its tables for the recorded seeds, and its means over ten seeds.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { onlyNightly } from '../support/runs.ts';
import { missing, rowsOf } from './study.ts';
import { runThrough, STUDY_POLICIES, studyScenario } from './study-runs.ts';

const COLUMNS = Array.from({ length: 131 }, (_, column) => column);

/** Table → name of its column in the curves. */
const TABLES = {
  allo: 'allocatedPercent',
  frag: 'fragmentationPercent',
  frag_ratio: 'fragmentationOfFreePercent',
} as const;

type TableName = keyof typeof TABLES;

/** `workload policy seed` → cells. */
function published(table: TableName): Map<string, number[]> {
  return new Map(
    rowsOf(`published_${table}_by_arrival.csv`).map((row) => [
      `${row.workload} ${row.sc_policy} ${row.seed}`,
      COLUMNS.map((column) => Number(row[column])),
    ]),
  );
}

function curvesOf(workload: string, seed: number, placement: string) {
  return runThrough(studyScenario(workload, seed, placement), (simulation) => simulation.curves()).rows();
}

describe('each published cell is reproduced to the last digit', { skip: missing }, () => {
  const runs = [
    ...[42, 43, 44].map((seed) => ['openb_pod_list_default', seed] as const),
    ['openb_pod_list_gpuspec10', 42] as const,
  ];
  for (const [workload, seed] of runs) {
    for (const [name, placement] of Object.entries(STUDY_POLICIES)) {
      const skip = seed === 42 ? false : onlyNightly;
      test(`${workload}, seed ${seed}, ${placement}`, { skip }, () => {
        const rows = curvesOf(workload, seed, placement);
        for (const table of Object.keys(TABLES) as TableName[]) {
          const cells = published(table).get(`${workload} ${name} ${seed}`);
          assert.ok(cells !== undefined, 'the table has the row');
          assert.deepEqual(
            rows.map((row) => row[TABLES[table]]),
            cells,
            table,
          );
        }
      });
    }
  }
});

describe('means of what is allocated at the end, over the seeds 42 to 51', {
  skip: missing || onlyNightly,
}, () => {
  const expected = {
    'dot-product': 90.85,
    clustering: 91.88,
    packing: 92.0,
    'best-fit-vector': 93.08,
    fgd: 95.39,
  };
  const meanOf = (placement: string) => {
    let sum = 0;
    for (let seed = 42; seed <= 51; seed++) {
      const last = curvesOf('openb_pod_list_default', seed, placement).at(-1);
      sum += last?.allocatedPercent ?? Number.NaN;
    }
    return sum / 10;
  };
  for (const [placement, mean] of Object.entries(expected))
    test(`${placement}: ${mean} %`, () => assert.equal(Math.round(meanOf(placement) * 100) / 100, mean));
  test('random: within 0.3 of 87.47 %, because its draws are others', () =>
    assert.ok(Math.abs(meanOf('random') - 87.47) <= 0.3));
});
