// An answer with a long list is made once for all clients that wait for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Prepared, records, SharedAnswers } from '../../../src/api/frame/answers/shared-answers.ts';
import { scenarioOf } from '../../support/scenario.ts';
import { Client } from '../client.ts';
import { altered, memoryWorld, replaced } from '../memory-world.ts';

interface Numbers {
  readonly about: string;
  readonly numbers: readonly { readonly n: number }[];
}

const LENGTH = 20_000;

test('requests that wait for an equal answer share its bytes; none gets an answer from before the request', async () => {
  const shared = new SharedAnswers(nextTurn);
  const world = memoryWorld();
  let state = 0;
  let readings = 0;
  const ask = (key = 'numbers', length = LENGTH) =>
    shared.list<Numbers, 'numbers'>(world, key, length, () => {
      readings++;
      const about = `state ${state}`;
      const items = Array.from({ length }, (_, n) => ({ n }));
      return { data: { about }, member: 'numbers', records: records(items, (item) => item), simTime: '' };
    });
  const first = ask();
  state = 1;
  const later = Array.from({ length: 99 }, () => ask());
  const other = ask('others');
  const [one, ...rest] = (await Promise.all([first, ...later])) as Prepared[];
  assert.equal(readings, 3);
  assert.equal(new Set(rest.map(({ bytes }) => bytes)).size, 1);
  const dataOf = ({ bytes }: Prepared) => JSON.parse(Buffer.from(bytes).toString()).data;
  assert.deepEqual(dataOf(one).about, 'state 0');
  assert.deepEqual(dataOf(rest[0]).about, 'state 1');
  assert.deepEqual(dataOf(rest[0]).numbers.at(-1), { n: LENGTH - 1 });
  assert.deepEqual(dataOf((await other) as Prepared).about, 'state 1');

  // A short list is answered at once, as data.
  assert.deepEqual(ask('short', 2), { about: 'state 1', numbers: [{ n: 0 }, { n: 1 }] });
  // Nothing is kept: the next request reads again.
  state = 2;
  assert.equal(dataOf((await ask()) as Prepared).about, 'state 2');
});

test('a failed answer fails the requests that wait for it, and no other', async () => {
  const shared = new SharedAnswers(nextTurn);
  const world = memoryWorld();
  let isBroken = true;
  const ask = async () =>
    shared.list<Numbers, 'numbers'>(world, 'numbers', LENGTH, () => {
      if (isBroken) throw new Error('broken');
      return { data: { about: 'whole' }, member: 'numbers', records: [], simTime: '' };
    });
  const broken = ask();
  const whole = ask();
  isBroken = false;
  await assert.rejects(broken, /broken/);
  assert.ok((await whole) instanceof Prepared);
});

test('the state and the inventory of many nodes are those of their pages, and are read twice for 100 clients', async () => {
  const world = memoryWorld(scenarioOf({ nodes: 1_500 }));
  let readings = 0;
  const counting = altered(world, {
    read: {
      ...world.read,
      views: replaced(world.read.views, {
        nodePage: (wanted) => {
          if (wanted?.limit !== 0) readings++;
          return world.read.views.nodePage(wanted);
        },
        nodes: () => {
          readings++;
          return world.read.views.nodes();
        },
      }),
    },
  });
  const client = new Client(counting);
  const headers = { Authorization: `Bearer ${await client.token(client.key('Owner'))}`, Host: 'localhost' };
  const get = async (path: string) => {
    const response = await client.app.request(path, { headers });
    return ((await response.json()) as { data: Lists }).data;
  };
  const pages: { readonly name: string }[] = [];
  for (const offset of [0, 500, 1_000])
    pages.push(...(await get(`/sim/state?offset=${offset}&limit=500`)).nodes);
  assert.equal(pages.length, 1_500);
  readings = 0;
  const whole = await Promise.all(Array.from({ length: 100 }, () => get('/sim/state')));
  assert.equal(readings, 2);
  for (const { nodes, nodesTotal, caller } of whole) {
    assert.deepEqual(nodes, pages);
    assert.deepEqual([nodesTotal, caller.role], [1_500, 'Owner']);
  }
  readings = 0;
  const lists = await Promise.all(Array.from({ length: 100 }, () => get('/api/v1/inventory/list')));
  assert.equal(readings, 2);
  const names = pages.map(({ name }) => name);
  for (const { managedNodes, unmanagedNodes } of lists) {
    assert.deepEqual(
      managedNodes.map(({ gpuNodeName }) => gpuNodeName),
      names,
    );
    assert.deepEqual(unmanagedNodes, []);
  }
});

interface Lists {
  readonly nodes: readonly { readonly name: string }[];
  readonly nodesTotal: number;
  readonly caller: { readonly role: string };
  readonly managedNodes: readonly { readonly gpuNodeName: string }[];
  readonly unmanagedNodes: readonly unknown[];
}
