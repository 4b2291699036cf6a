// The cached forecast of one component: pools that can affect one another (timeline/partition.ts). One pass over the component's
// waiting GPRs serves all estimates, recorded estimates and availability queries.
//
// The forecast is valid until an invalidation in one of its pools or workspaces: a GPR is created, changed, deleted or
// requeued, its activity changes, it ends unforeseen, or a node fails, is added or removed. Foreseen starts, and ends by exit
// duration, idle time-out or eviction, are no invalidations. followers/invalidations.ts reads these events from facts; a few
// commands report theirs (commands/apply.ts).

import type { Invalidations } from '../followers/invalidations.ts';
import type { World } from '../world.ts';
import { Answers } from './availability/timeline-starts.ts';
import { reachOf, Spare } from './copies/copy.ts';
import type { Foreseen } from './copies/freeing.ts';
import { EnginePass, type Pass } from './copies/pass.ts';
import { type Membership, Partition } from './timeline/partition.ts';
import { allowsTimelines, Timeline } from './timeline/timeline.ts';

/** Maximum number of traced starts that a component keeps. */
const TRACED_MAX = 32;

export class Component {
  readonly pools: readonly number[];
  /** undefined if a timeline cannot answer for the component (query.ts has the conditions). */
  readonly timeline: Timeline | undefined;
  /** The pass of a component without a timeline, made at the first request; other components may share it. */
  byEngine: EnginePass | undefined;
  /** By uid: starts that were traced for explanations, at most `TRACED_MAX`. */
  readonly traced: Map<number, Foreseen> = new Map();
  readonly #workspaces: Int32Array;
  #answers: Answers | undefined;
  /** Number of invalidations up to which the forecast is known to be valid. */
  #invalidations: number;

  constructor({ core, invalidations }: World, membership: Membership) {
    this.pools = membership.pools;
    this.#workspaces = membership.workspaces;
    this.#invalidations = invalidations.count;
    this.timeline = Timeline.of(core, membership);
  }

  /** Whether the forecast is still valid. If not, the caller must discard it. */
  stillHolds(invalidations: Invalidations): boolean {
    if (invalidations.touched(this.#invalidations, this.pools, this.#workspaces)) return false;
    this.#invalidations = invalidations.count;
    return true;
  }

  keepTraced(uid: number, foreseen: Foreseen): void {
    if (this.traced.size === TRACED_MAX) this.traced.delete(this.traced.keys().next().value!);
    this.traced.set(uid, foreseen);
  }

  get pass(): Pass | undefined {
    return this.timeline ?? this.byEngine;
  }

  /** Answers from the timeline, which must exist. */
  get answers(): Answers {
    this.#answers ??= new Answers(this.timeline!);
    return this.#answers;
  }
}

/** The forecast of all waiting GPRs, and the components of its instant. */
interface WholeForecast extends Pick<Pass, 'startOf'> {
  partition(): Partition;
}

export interface WorldWithForecast extends World {
  readonly forecast: ForecastCache;
}

/** The valid component forecasts of a world, made on demand. */
export class ForecastCache {
  readonly spare: Spare = new Spare();
  readonly #world: World;
  readonly #components: Map<number, Component> = new Map();
  #invalidations = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Takes memory for the copies of a large world that has no timelines, in steps. */
  *makeRoom(): Generator<void> {
    const { core } = this.#world;
    if (!allowsTimelines(core)) yield* this.spare.fill(core);
  }

  /** The components of these pools, one for each pool, all valid now. @param partition returns that of this instant */
  componentsOf(pools: readonly number[], partition: () => Partition = this.#partition()): Component[] {
    const { invalidations } = this.#world;
    invalidations.follow();
    this.#discardInvalid();
    return pools.map((pool) => {
      const known = this.#components.get(pool);
      if (known !== undefined) return known;
      const component = new Component(this.#world, partition().of(pool));
      for (const own of component.pools) this.#components.set(own, component);
      return component;
    });
  }

  /**
   * The valid passes, one for each of these pools. Callers share them: a caller that needs a complete pass runs it further.
   * A pass identifies GPRs by their present rows.
   */
  passes(pools: readonly number[], partition?: () => Partition): Pass[] {
    const components = this.componentsOf(pools, partition);
    if (components.some(({ pass }) => pass === undefined)) this.#passByEngine();
    return components.map(({ pass }) => pass!);
  }

  /** Completes the passes of all pools. `startOf` returns the next start of a GPR that waits now, by row. */
  known(): WholeForecast {
    const { gprs } = this.#world.core;
    const partition = this.#partition();
    const passes = this.passes(this.#allPools(), partition);
    for (const pass of passes) pass.run();
    return { startOf: (row) => passes[gprs.pool[row]].startOf(row), partition };
  }

  /** Makes one pass for all components that need the engine and have none: a copy of the world for each would cost too much. */
  #passByEngine(): void {
    const components = new Set(this.componentsOf(this.#allPools()));
    const without = [...components].filter(({ pass }) => pass === undefined);
    const reach = without.flatMap(({ pools }) => pools);
    const pass = new EnginePass(this.#world, reachOf(this.#world.core, reach), this.spare);
    for (const component of without) component.byEngine = pass;
  }

  /** The partition of this instant, made at the first call. */
  #partition(): () => Partition {
    let partition: Partition | undefined;
    return () => {
      partition ??= new Partition(this.#world.core);
      return partition;
    };
  }

  #allPools(): number[] {
    return this.#world.core.pools.map(({ index }) => index);
  }

  #discardInvalid(): void {
    const { invalidations } = this.#world;
    if (this.#invalidations === invalidations.count) return;
    this.#invalidations = invalidations.count;
    for (const component of new Set(this.#components.values())) {
      if (component.stillHolds(invalidations)) continue;
      for (const pool of component.pools) this.#components.delete(pool);
    }
  }
}
