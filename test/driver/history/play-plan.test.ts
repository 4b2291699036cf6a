// After a rewind, the lines of a plan that are not in the new branch enter again: exactly those.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { PlayPlan } from '../../../src/driver/clock/play-plan.ts';
import type { Driver } from '../../../src/driver/driver.ts';
import { request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { memoryWorld, openWorld, submit, temporaryFile } from '../world.ts';

const AT_MS = 10 * SECOND;

/** A world with five lines at one instant, of which three give a command, and one line later; at 30 s. */
async function played(t: TestContext): Promise<{ world: Driver; entered: string[] }> {
  const world = memoryWorld(t, scenarioOf({ nodes: 2 }));
  const entered: string[] = [];
  const line = (atMs: number, gprName: string, isCommand = true) => ({
    atMs,
    enter: async () => {
      entered.push(gprName);
      if (isCommand) await submit(world.held(), request('blue', { gprName }));
    },
  });
  const read = (gprName: string) => line(AT_MS, gprName, false);
  const first = [read('read 1'), line(AT_MS, 'a'), line(AT_MS, 'b'), read('read 2'), line(AT_MS, 'c')];
  world.follow(new PlayPlan([...first, line(20 * SECOND, 'd')]));
  await world.advance({ toMs: 30 * SECOND });
  return { world, entered };
}

/** The numbers of the facts of the creations, in order. */
function creations(world: Driver): number[] {
  return world.read.factsAfter(0, 1_000).flatMap((fact) => (fact.kind === 'gpr.created' ? [fact.seq] : []));
}

test('after a rewind into the instant of lines, those behind the position enter again', async (t) => {
  const { world, entered } = await played(t);
  const { hash, seq } = world.clock();
  const made = creations(world);
  for (const [target, again] of [
    [{ seq: made[0] }, 'read 1 a b read 2 c d'],
    [{ seq: made[1] }, 'b read 2 c d'],
    [{ seq: made[2] }, 'read 2 c d'],
    [{ toMs: AT_MS }, 'd'],
    [{ toMs: AT_MS - 1 }, 'read 1 a b read 2 c d'],
    [{ seq: seq + 1 }, ''],
  ] as const) {
    entered.length = 0;
    const rewound = await world.rewind(target, 'a test');
    assert.ok(rewound.ok);
    await world.advance({ toMs: 30 * SECOND });
    assert.equal(entered.join(' '), again, JSON.stringify(target));
    assert.equal(world.clock().hash, hash);
  }
});

test('after a switch into the instant of lines, those that the branch lacks enter', async (t) => {
  const { world, entered } = await played(t);
  const { hash } = world.clock();
  const rewound = await world.rewind({ seq: creations(world)[1] }, 'a test');
  const { branch } = rewound.ok ? rewound.clock : assert.fail();
  await world.switchTo(1);
  entered.length = 0;
  await world.advance({ toMs: 40 * SECOND });
  assert.deepEqual(entered, []);
  await world.switchTo(branch);
  await world.advance({ toMs: 30 * SECOND });
  assert.deepEqual(entered, ['b', 'read 2', 'c', 'd']);
  assert.equal(world.clock().hash, hash);
});

test('the end of a world waits for a line that is entering', async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf({ nodes: 2 }));
  let closed: Promise<void> | undefined;
  const enter = async () => {
    closed = world.close();
    await new Promise((resolve) => setImmediate(resolve));
    await submit(world.held(), request('blue'));
  };
  world.follow(new PlayPlan([{ atMs: AT_MS, enter }]));
  await world.advance({ toMs: AT_MS }).catch(() => {});
  await closed;
  assert.equal(creations(openWorld(t, path)).length, 1);
});
