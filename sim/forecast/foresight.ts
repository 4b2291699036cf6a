// What is foreseen of a world, component by component: one pass serves all estimates, promises and prospects in it until
// a surprise touches it. What happens elsewhere does not matter to it.

import type { Candidate } from '../admission/candidates.ts';
import type { CreateGpr } from '../language/resource-data.ts';
import { NONE } from '../tables/gpr.ts';
import { recordOf } from '../tables/queue.ts';
import type { World } from '../world.ts';
import { Components } from './components.ts';
import { reachOf } from './forecast.ts';
import { Inquiry, type Source } from './inquiry.ts';
import { Part } from './part.ts';
import { EnginePass, type Pass } from './pass.ts';

/** A world and its forecast. */
export interface WorldWithForecast extends World {
  readonly foresight: Foresight;
}

export class Foresight {
  readonly #world: World;
  /** Pool → the part that it belongs to, as far as parts are known. */
  readonly #parts: Map<number, Part> = new Map();
  #surprises = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /**
   * The passes that hold now, one for each of these pools. Whoever needs one done goes on with it; all who ask meanwhile
   * share it. They know those who wait now by their rows.
   */
  passes(pools: readonly number[]): Pass[] {
    const parts = this.#partsOf(pools);
    if (parts.some(({ pass }) => pass === undefined)) this.#passByEngine();
    return parts.map(({ pass }) => pass!);
  }

  /** One pass for all parts that need the engine and have none: a copy of the world for each would be many. */
  #passByEngine(): void {
    const { pools } = this.#world.core;
    const parts = new Set(this.#partsOf(pools.map(({ index }) => index)));
    const without = [...parts].filter(({ pass }) => pass === undefined);
    const reach = without.flatMap((part) => part.pools);
    const pass = new EnginePass(this.#world, reachOf(this.#world.core, reach));
    for (const part of without) part.byEngine = pass;
  }

  /** The passes of all pools, done: the next start of whoever waits now, by row. */
  known(): Pick<Pass, 'startOf'> {
    const { pools, gprs } = this.#world.core;
    const passes = this.passes(pools.map(({ index }) => index));
    for (const pass of passes) pass.run();
    return { startOf: (row) => passes[gprs.pool[row]].startOf(row) };
  }

  /** Asks for the starts of a request in its candidates, which may be found out in slices. */
  ask(workspace: number, request: CreateGpr, candidates: readonly Candidate[], firstOnly = false): Inquiry {
    const asked = { workspace, request, candidates, firstOnly };
    const home = this.#homeOf(workspace);
    const [own] = home === NONE ? [] : this.#partsOf([home]);
    const parts = this.#partsOf(candidates.map(({ pool }) => pool));
    const sources = parts.map((part) => this.#sourceOf(part, own ?? part, request));
    return new Inquiry(this.#world, asked, sources);
  }

  /** What answers for a request to a part. @param own part of what its workspace has */
  #sourceOf(part: Part, own: Part, { enableEviction }: CreateGpr): Source {
    if (part.projection === undefined || own.projection === undefined || enableEviction === true) {
      return { reach: reachOf(this.#world.core, [...part.pools, ...own.pools]) };
    }
    return { whatIf: part.whatIf, own: own.projection };
  }

  /** A pool in which a workspace has a GPR that waits or is provisioned; NONE if nobody of it has to wait for another. */
  #homeOf(workspace: number): number {
    const { workspaces, gprs, rules } = this.#world.core;
    if (!rules.limited) return NONE;
    const held = workspaces.holds[recordOf(workspace)];
    const row = held === NONE ? workspaces.root[recordOf(workspace)] : held;
    return row === NONE ? NONE : gprs.pool[row];
  }

  #partsOf(pools: readonly number[]): Part[] {
    this.#world.surprises.follow();
    this.#forgetWhatIsOver();
    let components: Components | undefined;
    return pools.map((pool) => {
      const known = this.#parts.get(pool);
      if (known !== undefined) return known;
      components ??= new Components(this.#world.core);
      const part = new Part(this.#world, components.of(pool));
      for (const own of part.pools) this.#parts.set(own, part);
      return part;
    });
  }

  #forgetWhatIsOver(): void {
    const { count } = this.#world.surprises;
    if (this.#surprises === count) return;
    this.#surprises = count;
    for (const part of new Set(this.#parts.values())) {
      if (part.holds(this.#world)) continue;
      for (const pool of part.pools) this.#parts.delete(pool);
    }
  }
}
