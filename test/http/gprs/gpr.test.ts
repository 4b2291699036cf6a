import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld, temporaryFile } from '../../driver/world.ts';
import { type Caller, Client, gprBody } from '../client.ts';
import { scenario } from '../memory-world.ts';

const path = '/api/v1/gpr';

const view = (caller: Caller, gprId: string) => caller.get(`${path}/gpr?gprId=${gprId}`);

test('what a request carries is returned while the GPR is queued, after its end, after a restart and after a rewind', async (t) => {
  const file = temporaryFile(t);
  // With keepEnded 0, an ended GPR is read from the file.
  const driver = openWorld(t, file, { ...scenario, keepEnded: 0 });
  const owner = await new Client(driver).as('Owner');
  const { gprId } = await owner.post(path, { ...gprBody, enableRDMA: true, multiNode: false });
  const other = await owner.post(path, { ...gprBody, sliceName: 'blue', multiNode: true });
  const carried = async (caller: Caller) =>
    Promise.all(
      [gprId, other.gprId].map(async (id) => {
        const { multiNode, enableRDMA, enableSecondaryNetwork } = await view(caller, id);
        return [multiNode, enableRDMA, enableSecondaryNetwork];
      }),
    );
  const expected = [
    [false, true, false],
    [true, false, false],
  ];
  assert.deepEqual(await carried(owner), expected);
  await owner.advance('1h');
  assert.deepEqual(await carried(owner), expected);
  await driver.close();
  const again = await new Client(openWorld(t, file)).as('Owner');
  assert.deepEqual(await carried(again), expected);
  await again.post('/sim/rewind', { to: '2026-01-05T08:00:01.000Z' });
  assert.deepEqual(await carried(again), expected);
});
