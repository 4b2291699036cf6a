// The lines of recorded estimates show, at each simulated minute, the estimate that a twin of the world has at that minute.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GprsWanted, MINUTE_MS, type Scenario, Simulation } from '../../sim/index.ts';
import { estimatesOf } from '../../src/api/sim/gprs/estimates-answer.ts';
import { joined, type Line, levelsOf, linesOf } from '../../src/dashboard/gpr/estimate-lines.ts';
import type { Driver } from '../../src/driver/driver.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import { Timeline } from '../../src/wire/time/timestamps.ts';
import { memoryWorld } from '../driver/world.ts';
import { runs } from '../support/runs.ts';

const MINUTES = (runs < 1 ? 16 : 30) * 60;

interface Twin {
  /** Minute of a recording → the start that it names, null = none. */
  readonly estimates: Map<number, number | null>;
  readonly starts: number[];
}

const queued: GprsWanted = {
  states: ['Queued'],
  reasons: [],
  workspace: '',
  cluster: '',
  priorityFrom: 1,
  priorityTo: 300,
  name: '',
  sees: () => true,
  offset: 0,
  limit: 1000,
};

function demo(): Scenario {
  const loaded = loadScenario('demo', { now: () => assert.fail('demo starts at a fixed instant') });
  assert.ok(loaded.ok);
  return loaded.scenario;
}

/** A naive recorder by GPR: it asks another simulation at the end of each minute. */
function twinsOf(scenario: Scenario): Map<string, Twin> {
  const simulation = new Simulation(scenario);
  const twins = new Map<string, Twin>();
  const twinOf = (gprId: string): Twin => {
    const twin = twins.get(gprId) ?? { estimates: new Map(), starts: [] };
    twins.set(gprId, twin);
    return twin;
  };
  const kinds = new Set(['gpr.provisioning']);
  for (let minute = 1; minute <= MINUTES; minute++) {
    simulation.runTo(minute * MINUTE_MS);
    for (const { gprId, atMs } of simulation.viewFacts(simulation.takeFacts(), { kinds }))
      twinOf(gprId!).starts.push(atMs);
    for (const { gpr } of simulation.gprPage(queued).gprs)
      twinOf(gpr.gprId).estimates.set(minute, simulation.estimate(gpr.gprId).startMs);
  }
  return twins;
}

/** Reads as the page of a GPR does, in small pages. */
class Reader {
  readonly #world: Driver;
  readonly #gprId: string;
  readonly #timeline: Timeline;
  #known: ReturnType<typeof estimatesOf>['data'] | undefined;

  constructor(world: Driver, gprId: string) {
    this.#world = world;
    this.#gprId = gprId;
    this.#timeline = new Timeline(world.scenario.start);
  }

  async read(limit: number): Promise<readonly Line[]> {
    const { read } = this.#world;
    const open = this.#known?.waits.at(-1);
    let after = this.#known?.next ?? 0;
    if (open?.startedAt === null) after = open.estimates.at(-1)!.number - 1;
    for (;;) {
      const page = await read.recordedEstimates(this.#gprId, after, limit);
      const [{ startMs }] = await read.estimates([this.#gprId]);
      const { data } = estimatesOf(page, startMs, this.#timeline);
      this.#known = { ...data, waits: joined(this.#known?.waits ?? [], data.waits) };
      after = page.next;
      if (page.next >= page.total) return linesOf(this.#known);
    }
  }
}

/** What the lines show at the end of a minute: a start, null in a gap; undefined where no line is. */
function shownAt(lines: readonly Line[], atMs: number): number | null | undefined {
  const line = lines.find(({ steps, endMs }) => steps[0].atMs <= atMs && atMs < endMs);
  if (line === undefined) return undefined;
  return levelsOf(line).find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)?.startMs ?? null;
}

test('at every minute of demo, each line shows the estimate of that minute, and no line crosses a start', async (t) => {
  const scenario = demo();
  const startMs = Date.parse(scenario.start);
  const twins = twinsOf(scenario);
  const chosen = [...twins].filter(([, { estimates, starts }]) => starts.length > 1 && estimates.size > 20);
  const unforeseen = [...twins].filter(([, { estimates }]) => [...estimates.values()].includes(null));
  chosen.push(...unforeseen.slice(0, 10));
  assert.ok(chosen.length >= 20, `${chosen.length} GPRs`);

  const world = memoryWorld(t, scenario);
  const readers = new Map(chosen.map(([gprId]) => [gprId, new Reader(world, gprId)]));
  let seen = 0;
  for (let minute = 0, readings = 0; minute < MINUTES; readings++) {
    // Some readings are within a minute.
    await world.advance({
      byMs: Math.min(97 * MINUTE_MS, (MINUTES - minute) * MINUTE_MS) - (readings % 2) * 7,
    });
    const nowMs = world.nowMs();
    minute = Math.floor(nowMs / MINUTE_MS);
    for (const [gprId, { estimates, starts }] of chosen) {
      const lines = await readers.get(gprId)!.read(1 + (readings % 5));
      for (let at = 1; at <= minute; at++) {
        const shown = shownAt(lines, startMs + at * MINUTE_MS);
        const named = estimates.get(at);
        // A line ends at the instant of the reading.
        if (at * MINUTE_MS === nowMs) continue;
        const expected = typeof named === 'number' ? startMs + named : named;
        assert.equal(shown, expected, `${gprId} at minute ${at}, read at ${nowMs}`);
        if (shown !== undefined) seen++;
      }
      for (const { startedMs, steps } of lines) {
        if (startedMs === null) continue;
        assert.ok(starts.includes(startedMs - startMs), `${gprId} started at ${startedMs - startMs}`);
        assert.ok(starts.every((ms) => ms + startMs <= steps[0].atMs || ms + startMs >= startedMs));
      }
    }
  }
  assert.ok(seen > 6 * MINUTES, `${seen} minutes with a line`);
});
