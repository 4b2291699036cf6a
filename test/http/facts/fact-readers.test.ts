// Many concurrent readers of the fact stream. Each receives the same events as a single reader.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Place } from '../../../src/api/sim/facts/server-sent-event.ts';
import { type Caller, Client, gprBody } from '../client.ts';
import { altered, memoryWorld } from '../memory-world.ts';
import { Stream } from './fact-reader.ts';

interface Reader {
  readonly caller: Caller;
  readonly stream: Stream;
  seq: number;
}

test('readers of every role, up to date or behind, receive exactly the facts that they may list', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const callers = [owner, owner, await client.as('Owner')];
  for (const workspace of ['red', 'blue']) {
    callers.push(await client.as('Editor', workspace), await client.as('Viewer', workspace));
  }
  const opened = (seq: number) => Promise.all(callers.map((caller) => openAfter(caller, seq)));
  const { seq: now } = await owner.get('/sim/clock');
  const readers = await opened(now);
  await evict(owner);
  await allHave(readers);

  readers.push(...(await opened(0)), ...(await opened(now + 2)));
  await owner.advance('3h');
  await allHave(readers);

  await owner.post('/sim/reset');
  await evict(owner);
  for (const reader of readers) reader.seq = 0;
  await allHave(readers, 'event: reset\nid: 2-0\ndata: {"branch":2,"seq":0}\n\n');
});

test('new facts are read once for any number of readers', async () => {
  const reads = async (count: number) => {
    const world = memoryWorld();
    let calls = 0;
    const factsAfter = (seq: number, limit: number) => {
      calls++;
      return world.read.factsAfter(seq, limit);
    };
    const owner = await new Client(altered(world, { read: { ...world.read, factsAfter } })).as('Owner');
    const { seq: now } = await owner.get('/sim/clock');
    const readers = await Promise.all(Array.from({ length: count }, () => openAfter(owner, now)));
    await evict(owner);
    await allReach(await owner.get('/sim/clock'), readers);
    await owner.post('/sim/reset');
    await evict(owner);
    await allReach(await owner.get('/sim/clock'), readers);
    return calls;
  };
  assert.equal(await reads(25), await reads(1));
});

async function openAfter(caller: Caller, seq: number): Promise<Reader> {
  const stream = await Stream.open(caller, `?after=${seq}`);
  after(() => stream.close());
  const greeting = `: facts after 1-${seq}\n\n`;
  assert.equal(await stream.text(greeting.length), greeting);
  return { caller, stream, seq };
}

/** A GPR of blue evicts one of red. */
async function evict(owner: Caller): Promise<void> {
  await owner.post('/api/v1/gpr', { ...gprBody, requeueOnFailure: true, numberOfGPUNodes: 2 });
  await owner.advance('0s');
  const evictor = { ...gprBody, sliceName: 'blue', priority: 300, enableEviction: true };
  await owner.post('/api/v1/gpr', evictor);
  await owner.advance('0s');
}

async function allReach({ branch, seq }: Place, readers: readonly Reader[]): Promise<void> {
  for (const { stream } of readers) {
    while ((await stream.next())!.id !== `${branch}-${seq}`);
  }
}

/** @param first the text that each reader receives before its new facts */
async function allHave(readers: readonly Reader[], first = ''): Promise<void> {
  for (const reader of readers) {
    const { facts, branch, seq } = await reader.caller.get(`/sim/facts?after=${reader.seq}`);
    assert.ok(facts.length > 0);
    const events = facts.map(
      (fact: { seq: number }) => `id: ${branch}-${fact.seq}\ndata: ${JSON.stringify(fact)}\n\n`,
    );
    const text = first + events.join('');
    assert.equal(await reader.stream.text(text.length), text);
    reader.seq = seq;
  }
}
