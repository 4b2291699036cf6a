// Compares the forecast of a world with the engine's results on copies of the whole world, without components.

import assert from 'node:assert/strict';
import { finish } from '../../sim/base/pending.ts';
import { State } from '../../sim/facts/numbered.ts';
import { ask, Query } from '../../sim/forecast/availability/query.ts';
import type { Prospect } from '../../sim/forecast/availability/timeline-starts.ts';
import type { ForecastCache } from '../../sim/forecast/component.ts';
import { EnginePass } from '../../sim/forecast/copies/pass.ts';
import type { CreateGpr } from '../../sim/index.ts';
import type { Core } from '../../sim/kernel/core.ts';
import { ANY_CLASS } from '../../sim/tables/demand-table.ts';
import { ROW } from '../../sim/tables/gprs/gpr-table.ts';
import type { World } from '../../sim/world.ts';
import { request, SECOND } from './scenario.ts';

export interface AskedOf {
  readonly workspace: number;
  readonly priority: number;
  readonly gpusPerNode: number;
  readonly nodeCount: number;
  readonly enableEviction?: boolean;
  readonly dedicatedNodes?: boolean;
}

/** The next start of each queued GPR, as pairs [row, ms]. */
export function startsOf(core: Core, pass: { startOf(row: number): number }): [number, number][] {
  const starts: [number, number][] = [];
  for (let row = 0; row < core.gprs.used; row += ROW) {
    if (core.gprs.state[row] === State.queued) starts.push([row, pass.startOf(row)]);
  }
  return starts;
}

export function byEngine(
  world: World,
  workspace: number,
  command: CreateGpr,
  pools: readonly number[],
): readonly Prospect[] {
  const candidates = pools.map((pool) => ({ pool, classes: ANY_CLASS }));
  const reach = new Uint8Array(world.core.pools.length).fill(1);
  const sources = pools.map(() => ({ reach }));
  return finish(new Query(world, { workspace, request: command, candidates, uid: 0 }, sources));
}

/** The pools that could serve a request if they were empty. */
export function poolsFor(core: Core, { nodeCount, gpusPerNode }: CreateGpr): number[] {
  return core.pools
    .filter(({ capacity, classes }) => {
      const counts = classes.map((type) => core.rules.instanceTypes[type].gpuCount);
      return capacity.nodeCount >= nodeCount && Math.max(...counts) >= gpusPerNode;
    })
    .map(({ index }) => index);
}

/** Asserts that all estimates and the answers to queries are the engine's. @param workspaces number of workspaces that may query */
export function compare(
  world: World,
  forecast: ForecastCache,
  queries: readonly AskedOf[],
  workspaces: number,
): void {
  const { core } = world;
  const reference = new EnginePass(world);
  reference.run();
  assert.deepEqual(startsOf(core, forecast.known()), startsOf(core, reference), `at ${core.now} ms`);
  for (const { workspace, ...given } of queries) {
    const command = request('crowd', { ...given, exitMs: 50 * SECOND });
    const pools = poolsFor(core, command);
    const candidates = pools.map((pool) => ({ pool, classes: ANY_CLASS }));
    assert.deepEqual(
      finish(
        ask(
          { ...world, forecast },
          { workspace: workspace % workspaces, request: command, candidates, uid: 0 },
        ),
      ),
      byEngine(world, workspace % workspaces, command, pools),
      `asked at ${core.now} ms by workspace ${workspace % workspaces} for ${JSON.stringify(given)}`,
    );
  }
}
