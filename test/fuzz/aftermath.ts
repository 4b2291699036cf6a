// Checks a world at the end: a replay of its journal gives the same world, its facts are consistent, and all reads work.

import assert from 'node:assert/strict';
import { Checker, Simulation } from '../../sim/index.ts';
import { readsOf } from '../../src/driver/reads/reads.ts';
import { fileSlices } from '../../src/driver/stored/replay.ts';
import { storedJournal } from '../../src/driver/stored/stored.ts';
import type { Reads } from '../../src/driver/world.ts';
import type { Entrance } from './interface.ts';
import type { Request } from './request.ts';
import type { Server } from './server.ts';
import { type Kind, kindOf } from './words.ts';

/** Sends a request and checks its answer. Returns the status, undefined if the request met a fault. */
export type Send = (request: Request) => Promise<number | undefined>;

const readMax = 4;

export async function checkWhole(server: Server, entrances: readonly Entrance[], send: Send): Promise<void> {
  await server.settle();
  checkReplay(server);
  for (const { faultId } of server.faults.list()) server.faults.remove(faultId);
  const there = existing(server.driver.read);
  for (const entrance of entrances) {
    if (entrance.method === 'GET') await readAll(entrance, there, send);
  }
}

/** Replays the journal: facts and state must be the same, and the checker must find no violation. */
function checkReplay({ file, driver }: Server): void {
  const { scenario } = driver;
  const simulation = new Simulation(scenario, { forks: file.present.line.forks });
  const checker = new Checker(scenario);
  for (const entry of storedJournal(file.present)) {
    for (const _ of fileSlices(file.present, simulation, [entry], undefined));
    checker.read(simulation.takeFacts());
  }
  for (const _ of fileSlices(file.present, simulation, [], file.present.mark()));
  checker.read(simulation.takeFacts());
  checker.compare(simulation.views.countStates());
  assert.deepEqual(checker.violations, []);
  const { hash, seq, nowMs } = driver.clock();
  const { hash: hashAgain, seq: seqAgain, nowMs: nowMsAgain } = simulation.clock();
  assert.deepEqual({ hash: hashAgain, seq: seqAgain, nowMs: nowMsAgain }, { hash, seq, nowMs });
  const again = readsOf(
    () => simulation,
    () => file.present,
    () => {
      throw new Error('the state is read without its facts');
    },
  );
  assert.deepEqual(stateOf(again), stateOf(driver.read));
}

function stateOf(read: Reads) {
  const workspaces = read.views.workspaces();
  return {
    workspaces,
    gprs: workspaces.map(({ name }) => read.views.gprsOf(name)),
    endpoints: workspaces.map(({ name }) => read.resources.endpointsOf(name)),
    nodes: read.views.nodes(),
    policies: read.resources.policies(),
    gprTemplates: read.resources.gprTemplates(),
    bindings: read.resources.bindings(),
    workloadTemplates: read.resources.workloadTemplates(),
    placements: read.resources.placements(),
    faults: read.resources.faults(),
  };
}

type Existing = Partial<Record<Kind, readonly string[]>>;

function existing(read: Reads): Existing {
  const workspaces = read.views.workspaces().map(({ name }) => name);
  return {
    workspace: workspaces,
    cluster: read.views.clusters().map(({ name }) => name),
    gprId: workspaces.flatMap((name) => read.views.gprsOf(name)!.map(({ gprId }) => gprId)),
    gprTemplate: read.resources.gprTemplates().map(({ name }) => name),
    workloadTemplate: read.resources.workloadTemplates().map(({ name }) => name),
    placement: read.resources.placements().map(({ name }) => name),
    endpoint: workspaces.flatMap((name) =>
      read.resources.endpointsOf(name)!.map((endpoint) => endpoint.name),
    ),
  };
}

/** Kinds for which every single read succeeds. */
const sure: readonly (Kind | undefined)[] = ['gprId', 'gprTemplate', 'workloadTemplate', 'placement'];

/** Reads existing things. A read may fail if the workspace lacks the thing, unless its kind is `sure`. */
async function readAll(entrance: Entrance, there: Existing, send: Send): Promise<void> {
  const asked = entrance.parameters.filter(({ name, isSpelling }) => {
    const kind = kindOf(name, '');
    return kind !== undefined && kind !== 'instant' && !isSpelling;
  });
  const words = asked.map(({ name }) => there[kindOf(name, '')!] ?? []);
  const times = Math.min(readMax, Math.max(1, ...words.map((some) => some.length)));
  const lacksWord = entrance.parameters.some((one) => one.required && !asked.includes(one));
  if (lacksWord || words.some((some) => some.length === 0)) return;
  const isSure =
    entrance.operation.startsWith('list') || asked.every(({ name }) => sure.includes(kindOf(name, '')));
  for (let i = 0; i < times; i++) {
    const word = (name: string) => {
      const some = words[asked.findIndex((one) => one.name === name)]!;
      return some[(some.length - 1 - i + readMax * some.length) % some.length]!;
    };
    const path = entrance.path.split(/(\{\w+\})/).map((piece) => {
      return piece.startsWith('{') ? { segment: word(piece.slice(1, -1)) } : piece;
    });
    const query = asked.filter((one) => one.in === 'query').map(({ name }) => [name, word(name)] as const);
    const status = await send({
      entrance,
      isAimed: true,
      method: 'GET',
      path,
      query,
      body: { kind: 'none' },
      actor: { kind: 'owner' },
      headers: {},
    });
    if (isSure) assert.equal(status, 200);
  }
}
