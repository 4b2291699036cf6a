import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finished } from '../../src/driver/slice.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { rows, temporaryFile } from '../driver/world.ts';
import { scenarioOf } from '../support/scenario.ts';

const POSITION = { nowMs: 0, round: 0, isOpen: false, commands: 0 };

test('a large state is stored in steps; what an interrupted one leaves is removed by the next', (t) => {
  const path = temporaryFile(t);
  const file = WorldFile.open(path);
  t.after(() => file.close());
  file.setScenario(scenarioOf());
  file.history.begin({ facts: 0, commands: 0 });
  // Of 9 MB: the first part does not shrink, the last ones do, by far.
  const drawn = Uint32Array.from(
    { length: 1 << 20 },
    (_, index) => Math.imul(index, 2654435761) ^ (index << 7),
  );
  const state = { drawn, zeros: new Float64Array(5 << 17), name: 'ana' };
  const parts = () => rows(path, 'SELECT facts, count(*) FROM snapshot_parts GROUP BY facts');
  const read = (facts: number) =>
    file.present.snapshot({ ...POSITION, nowMs: Number.MAX_SAFE_INTEGER, commands: facts });

  const interrupted = file.setSnapshot({ ...POSITION, facts: 5, state });
  for (let step = 0; step < 3; step++) interrupted.next();
  assert.deepEqual(parts(), [[5, 2]]);
  assert.equal(read(5), undefined);

  // The world goes on between two steps, in a transaction that is open.
  const steps = file.setSnapshot({ ...POSITION, facts: 6, state });
  steps.next();
  file.begin();
  steps.next();
  file.commit();
  finished(steps);
  assert.deepEqual(parts(), [[6, 3]]);
  const { facts, state: stored } = read(6)!;
  assert.deepEqual([facts, stored], [6, state]);
});
