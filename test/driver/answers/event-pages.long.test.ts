// Where a page of events ends does not depend on the runs in which facts are stored.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Driver } from '../../../src/driver/driver.ts';
import type { EventsRequest } from '../../../src/driver/event.ts';
import type { EventKind } from '../../../src/wire/events.ts';
import { generated, SECOND, scenarioOf } from '../../support/scenario.ts';
import { memoryWorld } from '../world.ts';

const all = () => true;
/** Of more facts than a page examines. */
const COUNT = 60_000;
const FACTS_MIN = 220_000;

/** The positions at which the pages end that together have all events of some kinds. */
async function endsOf({ read }: Driver, kinds: readonly EventKind[], isForward: boolean) {
  const ends: unknown[] = [];
  const request: Omit<EventsRequest, 'page'> = {
    kinds,
    withVictims: false,
    fromMs: 0,
    toMs: undefined,
    movedByMs: 0,
    limit: 500,
    sees: all,
    seesWorkspace: all,
  };
  let page: EventsRequest['page'] = isForward ? { after: { facts: 0, estimates: 0 } } : { before: undefined };
  for (;;) {
    const { events, older, newer } = await read.events({ ...request, page });
    ends.push([events.length, events.at(0)?.fact?.seq, events.at(-1)?.atMs, older, newer]);
    if (isForward ? events.length === 0 && newer.facts >= FACTS_MIN : older === null) return ends;
    page = isForward ? { after: newer } : { before: older! };
    assert.ok(ends.length < 400);
  }
}

test('pages of events do not depend on the runs in which they are stored', async (t) => {
  const scenario = scenarioOf({
    nodes: 20,
    scheduler: { workspaceLimit: 'none' },
    workload: [generated({ count: COUNT })],
  });
  const [many, few] = [memoryWorld(t, scenario), memoryWorld(t, scenario)];
  for (let i = 0; i < 1_000; i++) await many.advance({ byMs: SECOND });
  for (const world of [many, few]) await world.advance({ byMs: 2 * COUNT * SECOND - world.clock().nowMs });
  assert.equal(many.clock().hash, few.clock().hash);
  assert.ok(many.clock().seq > FACTS_MIN);
  for (const kinds of [['fault'], ['failure', 'node-added'], ['repair', 'change']] as const) {
    for (const isForward of [true, false]) {
      const ofMany = await endsOf(many, kinds, isForward);
      assert.ok(ofMany.length >= 2, 'one page does not examine all');
      assert.deepEqual(ofMany, await endsOf(few, kinds, isForward));
    }
  }
});
