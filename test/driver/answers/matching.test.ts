// GPRs that have left memory are found by id and name, in bounded steps, also in a file that is opened again.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { FactTail } from '../../../src/driver/commits/fact-tail.ts';
import { restart } from '../../../src/driver/commits/restart.ts';
import { matchingGprs } from '../../../src/driver/reads/gpr-search.ts';
import { SLICE_MS } from '../../../src/driver/slice.ts';
import { knownGpr } from '../../../src/driver/stored/known-gpr.ts';
import { Cancelled } from '../../../src/driver/world.ts';
import { scenarioOf as loadedOf } from '../../../src/scenario/load.ts';
import { WorldFile } from '../../../src/store/world-file.ts';
import { generated, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { openWorld, submit, temporaryFile } from '../world.ts';

const COUNT = 12_000;
/** The most GPRs that a step reads. */
const STEP_MAX = 16 * 256;
const all = () => true;

test('a search of the history reads a bounded number of GPRs in each step, and finds each GPR', async (t) => {
  const path = temporaryFile(t);
  const workload = [generated({ count: COUNT, workspaces: ['blue', 'green', 'red'] })];
  const scenario = scenarioOf({
    keepEnded: 10,
    nodes: 20,
    scheduler: { workspaceLimit: 'none' as const, queue: 'greedy' as const },
    workload,
  });
  const world = openWorld(t, path, scenario);
  const { gprId } = (await submit(world, request('white', { gprName: 'only one', exitMs: SECOND }))) as {
    gprId: string;
  };
  await world.advance({ byMs: 2 * COUNT * SECOND });
  assert.equal(world.read.views.countStates().Complete, 10);
  const found = async (text: string) =>
    (await world.read.matchingGprs(text, all)).gprs.map((gpr) => gpr.gprId);
  assert.deepEqual(await found('only one'), [gprId]);
  // The first search uses up the slice of this turn of the event loop, however fast the machine is.
  const slowly = () => {
    const endMs = performance.now() + 2 * SLICE_MS;
    while (performance.now() < endMs);
    return true;
  };
  const first = world.read.matchingGprs('only one', slowly);
  const second = world.read.matchingGprs('none', all, () => false);
  await assert.rejects(async () => second, Cancelled);
  assert.deepEqual(
    (await first).gprs.map((gpr) => gpr.gprId),
    [gprId],
  );
  await world.close();

  const file = WorldFile.read(path);
  t.after(() => file.close());
  const { simulation } = restart(file);
  const tail = new FactTail(file.present);
  const sizes: number[] = [];
  const { history } = file.present;
  const names = history.all.bind(history);
  history.all = function* () {
    for (const part of names()) {
      sizes.push(part.length);
      yield part;
    }
  };
  const search = (text: string, sees: (creation: number) => boolean = all) => {
    sizes.length = 0;
    const pending = matchingGprs(text, sees, {
      past: () => file.present,
      simulation: () => simulation,
      tail: () => tail,
      gpr: (id) => knownGpr(simulation, file.present, id),
    });
    let steps = 1;
    while (!pending.run(1)) steps++;
    return { ...pending.answer(), steps };
  };
  const unknown = search('no such name');
  assert.deepEqual([unknown.gprs, unknown.more], [[], false]);
  assert.ok(sizes.length >= 3 && Math.max(...sizes) <= STEP_MAX, JSON.stringify(sizes));
  assert.equal(unknown.steps, sizes.length + 1);
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) >= COUNT - 10);
  const ids = (text: string) => search(text).gprs.map((gpr) => gpr.gprId);
  assert.deepEqual(ids('only one'), [gprId]);
  assert.deepEqual(ids(gprId.slice(0, 14)), [gprId]);
  const [numbered] = search('request-77').gprs;
  assert.equal(numbered.gprName, 'request-77');
  assert.deepEqual(search('request-77', (creation) => creation !== numbered.workspaceCreation).gprs, []);
  assert.deepEqual(ids('request-077'), []);
  const short = search(numbered.gprId.slice(0, 8));
  assert.ok(short.gprs.some((gpr) => gpr.gprId === numbered.gprId));
  assert.ok(short.gprs.every((gpr) => gpr.gprId.startsWith(numbered.gprId.slice(0, 8))));
});

test('a GPR of a trace is found by its name there, in memory, after it left, and after a restart', async (t) => {
  const path = temporaryFile(t);
  const log = `${path}.swf`;
  const job = (number: string, submit: number) => `${number} ${submit} 0 1 1 -1 -1 1 1 -1 1 1 1 1 1 1 -1 -1`;
  writeFileSync(log, ['; MaxProcs: 1', job('7', 0), job('x', 1), job('9', 2), ''].join('\n'));
  const content = {
    name: 'log',
    start: '2026-01-05T00:00:00Z',
    keepEnded: 1,
    workload: [{ kind: 'swf', log }],
  };
  const loaded = loadedOf(content, 'log', { now: () => 0 });
  assert.ok(loaded.ok);
  const { scenario } = loaded;
  const world = openWorld(t, path, scenario);
  const namesIn = async ({ read }: typeof world, text: string) =>
    (await read.matchingGprs(text, all)).gprs.map(({ gprName, state }) => [gprName, state]);
  await world.advance({ byMs: 0 });
  assert.deepEqual(await namesIn(world, 'job-7'), [['job-7', 'Successful']]);
  await world.advance({ byMs: 1_000 * SECOND });
  assert.equal(world.read.views.countStates().Complete, 1);
  const ended = async (from: typeof world) => {
    for (const name of ['job-7', 'request-2', 'job-9'])
      assert.deepEqual(await namesIn(from, name), [[name, 'Complete']]);
    for (const name of ['request-1', 'job-8']) assert.deepEqual(await namesIn(from, name), []);
  };
  await ended(world);
  await world.close();
  await ended(openWorld(t, path, scenario));
});
