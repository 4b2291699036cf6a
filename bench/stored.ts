// Measures facts per second with all facts stored, as in `gprsim run --db`, against the same run without a file.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Simulation } from '../sim/index.ts';
import type { Recorder } from '../src/driver/commits/recorder.ts';
import { restart } from '../src/driver/commits/restart.ts';
import { WorldFile } from '../src/store/world-file.ts';
import { millionOf, runThrough } from './engine/load.ts';
import { measure, summed } from './measuring/measure.ts';
import type { Entry, Row } from './measuring/row.ts';

const COUNT = 1e5;

export const stored: Entry = async ({ quick }) => {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-bench-'));
  try {
    return [await measureStored(join(folder, 'world.gprsim'), quick ? 2 : 7)];
  } finally {
    rmSync(folder, { recursive: true });
  }
};

async function measureStored(path: string, rounds: number): Promise<Row> {
  const scenario = millionOf({ count: COUNT });
  let recorder: Recorder | undefined;
  let plain = new Simulation(scenario);
  const { subjectMs, referenceMs, ratios } = await measure(
    {
      prepare: () => {
        const file = WorldFile.open(path);
        file.setScenario(scenario);
        file.beginRun();
        recorder = restart(file);
      },
      run: () => {
        const { simulation, file } = recorder!;
        runThrough(simulation, () => recorder!.commit([]));
        recorder!.snapshot();
        file.endRun();
      },
      check: () => {
        const { file, simulation } = recorder!;
        const { seq, hash } = simulation.clock();
        const mark = file.present.mark();
        file.close();
        for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
        if (mark?.facts !== seq || mark.hash !== hash)
          throw new Error('the file does not hold the whole run');
      },
    },
    {
      prepare: () => {
        plain = new Simulation(scenario);
      },
      run: () => runThrough(plain),
      check: () => {
        const { seq, hash } = plain.clock();
        const kept = recorder!.simulation.clock();
        if (kept.seq !== seq || kept.hash !== hash)
          throw new Error('the stored run has other facts than the run without a file');
      },
    },
    { rounds, runs: 1 },
  );
  const facts = plain.clock().seq;
  return {
    name: 'facts stored',
    value: facts / (subjectMs / 1000),
    reference: facts / (referenceMs / 1000),
    unit: 'facts/s',
    ratioOf: 'with a file ÷ without',
    ...summed(ratios),
    notes: { facts },
  };
}
