import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finished } from '../../src/driver/slice.ts';
import { Packer, Unreadable } from '../../src/store/codecs/packed.ts';
import { readState, writeState } from '../../src/store/codecs/state-codec.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { rows, temporaryFile } from '../driver/world.ts';
import { scenarioOf } from '../support/scenario.ts';

/** What `writeState` makes of the values below. */
const RECORDED =
  '1107097365656e0f190103050709010b09d904090e0900000000000000e03f0900000000000000f87f0900000000000000f0ff0900000000000000b0430b6e616d65730f090d07616e610d065a006f00eb000d0200d80d01135f5f70726f746f5f5f110509696e74731d0501000000feffffff0d6e657374656411050b7265616c7321039a9999999999b93f096e6f6e651301';

test('packed states are portable: bytes on record give the same values, and values the same bytes', () => {
  const state = {
    seen: [undefined, null, false, true, 0, -0, 300, -7, 0.5, Number.NaN, -Infinity, 2 ** 60],
    names: ['ana', 'Zoë', '\ud800', ''],
    ['__proto__']: {
      ints: Int32Array.of(1, -2),
      nested: { reals: Float64Array.of(0.1), none: new Uint8Array(0) },
    },
  };
  const packer = new Packer();
  for (const _ of writeState(packer, state, 1e6));
  assert.equal(packer.written().toString('hex'), RECORDED);
  assert.deepEqual(readState(Buffer.from(RECORDED, 'hex')), state);
  for (const wrong of ['', RECORDED.slice(0, -2), `${RECORDED}00`, '63', `${RECORDED.slice(0, 6)}ff`])
    assert.throws(() => readState(Buffer.from(wrong, 'hex')), Unreadable, wrong);
});

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
