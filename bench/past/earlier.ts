// Measures reads of earlier instants, for the first time and again, and a what-if, in a world like `million` that goes on.

import { HOUR_MS, type Scenario, type Simulation } from '../../sim/index.ts';
import { Driver } from '../../src/driver/driver.ts';
import type { ApiKey, PastWorld, World } from '../../src/driver/world.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { measure, median, summed } from '../measuring/measure.ts';
import type { Row } from '../measuring/row.ts';
import { watchLoop } from '../measuring/watch-loop.ts';
import { derived, instantOf, mustEqual, sum, withoutSnapshots } from './line.ts';

const INSTANTS = 5;
/** Reads of a task. */
const READS = 5;
const EVENTS_AT_ONCE = 20_000;
const WHAT_IFS = 5;
const AHEAD_MS = 24 * HOUR_MS;

const caller: ApiKey = {
  id: 'bench',
  apiKey: '00000000-0000-0000-0000-000000000000',
  name: 'bench',
  description: '',
  role: 'Owner',
  userName: 'bench',
  saName: 'bench',
  workspaceName: '',
  workspaceCreation: null,
  validity: '2036-01-01',
  tokenTtlSeconds: 3_600,
};

/** @param path of a file with a world whose arrivals go on @param size in the names of the rows */
export async function earlierRows(path: string, scenario: Scenario, size: string): Promise<Row[]> {
  const bare = withoutSnapshots(path);
  const onFailure = (error: unknown) => {
    throw error;
  };
  const world = new Driver(WorldFile.open(path), { mode: 'paused', speed: 1, onFailure });
  try {
    const first = await firstRow(`at ${size}`, world, (toMs) => derived(bare, scenario, toMs));
    const kept = await keptRow(`at again ${size}`, world);
    const whatIf = await whatIfRow(
      `what-if ${size}`,
      world,
      () => derived(path, scenario, world.nowMs()).simulation,
    );
    return [first, kept, whatIf];
  } finally {
    await world.close();
  }
}

async function firstRow(
  name: string,
  world: World,
  fromStart: (toMs: number) => { ms: number; simulation: Simulation },
): Promise<Row> {
  const first: number[] = [];
  const far: number[] = [];
  const took: number[] = [];
  const held: number[] = [];
  for (let i = 0; i < INSTANTS; i++) {
    const toMs = instantOf(world.nowMs(), i, INSTANTS);
    const watch = watchLoop();
    const startedAt = performance.now();
    const before = process.cpuUsage();
    const { hash } = await at(world, toMs, (earlier) => earlier.clock());
    const { user, system } = process.cpuUsage(before);
    took.push(performance.now() - startedAt);
    held.push(await watch());
    first.push((user + system) / 1_000);
    const other = fromStart(toMs);
    mustEqual(hash, other.simulation.clock().hash, `the hash at ${toMs} ms`);
    far.push(other.ms);
  }
  return {
    name,
    value: median(first),
    reference: median(far),
    unit: 'ms of processor time',
    ratioOf: 'an instant for the first time ÷ derived from the start',
    ratio: sum(first) / sum(far),
    spread: summed(first.map((ms, i) => ms / far[i])).spread,
    notes: {
      'median, ms': whole(median(took)),
      'longest, ms': whole(...took),
      'longest hold, ms': whole(...held),
    },
  };
}

/** Reads all nodes at an instant that is kept, and now. */
async function keptRow(name: string, world: World): Promise<Row> {
  const toMs = instantOf(world.nowMs(), INSTANTS - 1, INSTANTS);
  const nodes = world.read.views.nodes().length;
  const read = (some: PastWorld) => {
    let count = 0;
    for (let i = 0; i < READS; i++) count += some.read.views.nodes().length;
    mustEqual(count, READS * nodes, 'the number of nodes read');
  };
  await at(world, toMs, read);
  // The world of the instant is kept now: the answer is no promise.
  const readAt = () => {
    world.at(toMs, () => true, read);
  };
  const { subjectMs, referenceMs, ratios } = await measure(
    { run: readAt },
    { run: () => read(world) },
    { rounds: 5, runs: 3 },
  );
  return {
    name,
    value: subjectMs,
    reference: referenceMs,
    unit: `ms for ${READS} lists of nodes`,
    ratioOf: 'now ÷ at a kept instant',
    ...summed(ratios),
    notes: { nodes },
  };
}

/** A what-if without changes runs two futures and compares them. */
async function whatIfRow(name: string, world: World, copy: () => Simulation): Promise<Row> {
  const took: number[] = [];
  const bare: number[] = [];
  const held: number[] = [];
  for (let i = 0; i < WHAT_IFS; i++) {
    const simulation = copy();
    const watch = watchLoop();
    const startedAt = performance.now();
    const { rowsTotal, figures } = await world.whatIf((nowMs) => ({
      changes: [],
      untilMs: nowMs + AHEAD_MS,
      gprIds: [],
      knowing: 'everything',
      caller,
    }));
    took.push(performance.now() - startedAt);
    held.push(await watch());
    mustEqual(rowsTotal, 0, 'the number of GPRs that differ');
    const begunAt = performance.now();
    while (!simulation.runSome(world.nowMs() + AHEAD_MS, EVENTS_AT_ONCE)) simulation.dropFacts();
    bare.push(performance.now() - begunAt);
    const { Queued: waiting = 0 } = simulation.views.countStates();
    mustEqual(figures.with.waiting, waiting, 'the number of waiting GPRs');
  }
  return {
    name,
    value: median(took),
    reference: median(bare),
    unit: 'ms for a day',
    ratioOf: 'both futures compared ÷ one run',
    ...summed(took.map((ms, i) => ms / bare[i])),
    notes: { 'longest, ms': whole(...took), 'longest hold, ms': whole(...held) },
  };
}

/** Reads the world of an instant. */
async function at<T>(world: World, toMs: number, read: (some: PastWorld) => T): Promise<T> {
  return world.at(toMs, () => true, read);
}

function whole(...ms: number[]): number {
  return Math.round(Math.max(...ms));
}
