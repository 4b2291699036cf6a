// Measures forecasts against the engine on copies of the world, which gives the same answers: all estimates in one pass, and
// the availability of 64 pools with a cached pass (warm) and without (cold). If each cluster has separate workspaces, it also
// measures a pass after a change in one cluster against a complete pass.

import { candidatesFor } from '../../sim/admission/candidates.ts';
import { finish, type PendingAnswer } from '../../sim/base/pending.ts';
import { ask, Query } from '../../sim/forecast/availability/query.ts';
import { ForecastCache } from '../../sim/forecast/component.ts';
import { EnginePass, type Pass } from '../../sim/forecast/copies/pass.ts';
import { availabilityOf } from '../../sim/reading/waits/availability.ts';
import { estimatesOf } from '../../sim/reading/waits/estimates.ts';
import { PendingAnswers } from '../../src/driver/reads/pending/pending-answers.ts';
import { measure, median, summed } from '../measuring/measure.ts';
import type { Entry, Row } from '../measuring/row.ts';
import { watchLoop } from '../measuring/watch-loop.ts';
import { type Crowd, crowdOf } from './crowd.ts';

const SIZES = [1e2, 1e3, 1e4, 1e5];
const QUICK_SIZES = [1e2, 1e4];
const WARM_REQUESTS = 1_000;
const COLD_REQUESTS = 7;
/** Number of pools of a request for which the engine runs; the time for all pools is extrapolated. */
const RUN_POOLS = 2;
const ROUNDS = 3;
/** Numbers of queued GPRs if each workspace has one cluster. */
const APART_SIZES = [1e4, 1e5];
const QUICK_APART_SIZES = [1e4];
const EVICTS_MILLI = 100;
const LISTED = 1_000;

export const forecast: Entry = async ({ quick }) => {
  const rows: Row[] = [];
  for (const size of quick ? QUICK_SIZES : SIZES) {
    const crowd = crowdOf(size);
    const name = `1e${Math.log10(size)}`;
    rows.push(await passRow(`forecast pass ${name}`, crowd));
    rows.push(await availabilityRow(`forecast availability ${name}`, crowd));
    if (size === 1e5) rows.push(await forkRow(`forecast fork ${name}`, crowd));
  }
  for (const size of quick ? QUICK_APART_SIZES : APART_SIZES) {
    const name = `1e${Math.log10(size)}`;
    rows.push(await changeRow(`forecast change ${name}`, crowdOf(size, { apart: true, evictsMilli: 0 })));
    const crowd = crowdOf(size, { apart: true, evictsMilli: EVICTS_MILLI });
    rows.push(await changeRow(`forecast change, some evict ${name}`, crowd));
  }
  return rows;
};

/** Measures a pass: the starts of all queued GPRs, without a cache. */
async function passRow(name: string, { world, queued }: Crowd): Promise<Row> {
  let pass: Pick<Pass, 'startOf'> | undefined;
  let byEngine: Pass | undefined;
  const { subjectMs, referenceMs, ratios } = await measure(
    {
      run: () => {
        pass = new ForecastCache(world).known();
      },
    },
    {
      run: () => {
        byEngine = new EnginePass(world);
        byEngine.run();
      },
      check: () => {
        for (const gprId of queued) {
          const row = world.index.rowOf(world.ids.uid(gprId));
          if (pass!.startOf(row) === byEngine!.startOf(row)) continue;
          throw new Error(`${name}: the start of ${gprId} is not the engine's`);
        }
      },
    },
    { rounds: 5, runs: 3 },
  );
  return {
    name,
    value: subjectMs,
    reference: referenceMs,
    unit: 'ms',
    ratioOf: 'engine on a copy ÷ pass',
    ...summed(ratios),
    notes: { queued: queued.length },
  };
}

/** Measures the availability of all pools for a request. */
async function availabilityRow(name: string, crowd: Crowd): Promise<Row> {
  const { world, queued } = crowd;
  const warm: number[] = [];
  const runs: number[] = [];
  const ratios: number[] = [];
  let pools = 0;
  finish(availabilityOf(world, crowd.request()));
  for (let round = 0; round < ROUNDS; round++) {
    const took: number[] = [];
    for (let i = 0; i < WARM_REQUESTS; i++) {
      const request = crowd.request();
      took.push(timed(() => finish(availabilityOf(world, request))));
    }
    const run = byEngine(name, crowd);
    pools = run.pools;
    runs.push(run.ms);
    ratios.push(run.ms / median(took));
    warm.push(...took);
  }
  const list = queued.slice(0, LISTED);
  const cold = await coldOf(crowd, (request) => availabilityOf(world, request));
  const coldList = await coldOf(crowd, () => estimatesOf(world, list));
  return {
    name,
    value: median(warm),
    reference: median(runs),
    unit: 'ms',
    ratioOf: 'engine on copies ÷ warm answer',
    ...summed(ratios),
    notes: {
      pools,
      queued: queued.length,
      'p99 ms': rounded(percentile(warm, 0.99)),
      'cold ms': rounded(cold.ms),
      'longest hold ms': rounded(cold.heldMs),
      [`list of ${list.length} warm ms`]: rounded(timed(() => finish(estimatesOf(world, list)))),
      'cold list ms': rounded(coldList.ms),
      'its longest hold ms': rounded(coldList.heldMs),
    },
  };
}

/**
 * Measures a pass after an invalidation in one of 16 clusters, which reuses the cached forecasts of the others, against a
 * complete pass. If some GPRs may evict, the complete pass is the engine on a copy.
 */
async function changeRow(name: string, crowd: Crowd): Promise<Row> {
  const { world, queued } = crowd;
  const { core, ids } = world;
  const rows = queued.map((gprId) => world.index.rowOf(ids.uid(gprId)));
  const mayEvict = rows.some((row) => core.demands.evicts[core.gprs.demand[row]] === 1);
  const forecast = new ForecastCache(world);
  let kept: Pick<Pass, 'startOf'> | undefined;
  const { subjectMs, referenceMs, ratios } = await measure(
    {
      prepare: () => {
        forecast.known();
        crowd.invalidation();
      },
      run: () => {
        kept = forecast.known();
      },
      check: () => {
        const byEngine = new EnginePass(world);
        byEngine.run();
        const wrong = rows.find((row) => kept!.startOf(row) !== byEngine.startOf(row));
        if (wrong !== undefined)
          throw new Error(`${name}: the start of ${queued[rows.indexOf(wrong)]} is not the engine's`);
      },
    },
    { run: () => (mayEvict ? new EnginePass(world).run() : new ForecastCache(world).known()) },
    { rounds: 5, runs: 3 },
  );
  return {
    name,
    value: subjectMs,
    reference: referenceMs,
    unit: 'ms',
    ratioOf: 'all anew ÷ what was touched',
    ...summed(ratios),
    notes: { queued: queued.length, clusters: world.scenario.clusters.length },
  };
}

/** Returns the time of the engine for all pools of a request, extrapolated from some; checks that answers are equal. */
function byEngine(name: string, { world, request }: Crowd): { ms: number; pools: number } {
  const { core, directory } = world;
  const command = request();
  const workspace = directory.workspace(command.workspace);
  const found = candidatesFor(world, command, directory.clustersOf(workspace));
  if (!found.ok) throw new Error(`${name}: a request was refused`);
  const { length } = found.candidates;
  const candidates = found.candidates.filter((_, i) => i % Math.ceil(length / RUN_POOLS) === 0);
  const reach = new Uint8Array(core.pools.length).fill(1);
  const sources = candidates.map(() => ({ reach }));
  const asked = { workspace, request: command, candidates, uid: 0 };
  const query = new Query(world, asked, sources);
  const ms = timed(() => finish(query));
  const read = finish(ask(world, asked));
  if (JSON.stringify(read) !== JSON.stringify(query.answer())) {
    throw new Error(`${name}: the prospects of ${JSON.stringify(command)} are not the engine's`);
  }
  return { ms: (ms / candidates.length) * length, pools: length };
}

/** Returns medians for the first answer after an invalidation: its time, and its longest hold of the event loop. */
async function coldOf(
  crowd: Crowd,
  ask: (request: ReturnType<Crowd['request']>) => PendingAnswer<unknown>,
): Promise<{ ms: number; heldMs: number }> {
  const took: number[] = [];
  const held: number[] = [];
  for (let i = 0; i < COLD_REQUESTS; i++) {
    crowd.invalidation();
    const request = crowd.request();
    globalThis.gc?.();
    const watch = watchLoop();
    const startedAt = performance.now();
    await new PendingAnswers().answer(() => ask(request));
    took.push(performance.now() - startedAt);
    held.push(await watch());
  }
  return { ms: median(took), heldMs: median(held) };
}

/** Measures a copy of the whole state against a copy of the same number of bytes. */
async function forkRow(name: string, { world }: Crowd): Promise<Row> {
  const { core } = world;
  const bytes = core.gprs.ints.byteLength + core.gprs.reals.byteLength + core.gprs.cold.byteLength;
  const plain = new Uint8Array(bytes).fill(1);
  // Reuse the memory of an earlier copy, as forecasts do.
  const used = core.copy();
  const usedBytes = plain.slice();
  const { subjectMs, referenceMs, ratios } = await measure(
    { run: () => core.copy(used) },
    { run: () => usedBytes.set(plain) },
    { rounds: 7, runs: 3 },
  );
  return {
    name,
    value: subjectMs,
    reference: referenceMs,
    unit: 'ms',
    ratioOf: 'copy of as many bytes ÷ copy of the state',
    ...summed(ratios),
    notes: { 'MB of GPRs': Math.round(bytes / 2 ** 20), gprs: core.gprs.live },
  };
}

function timed(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)];
}

function rounded(ms: number): number {
  return Number(ms.toPrecision(3));
}
