// What is foreseen of one component, and whether it still is.

import type { World } from '../world.ts';
import type { Component } from './components.ts';
import type { EnginePass, Pass } from './pass.ts';
import { Projection } from './projection.ts';
import { WhatIf } from './what-if.ts';

export class Part {
  readonly pools: readonly number[];
  /** undefined where what is to come follows rules that a projection does not know. */
  readonly projection: Projection | undefined;
  /** The pass where there is no projection, once it is asked for; other parts may share it. */
  byEngine: EnginePass | undefined;
  readonly #workspaces: Int32Array;
  #whatIf: WhatIf | undefined;
  /** Surprises until which it is known to hold. */
  #surprises: number;

  constructor({ core, surprises }: World, component: Component) {
    this.pools = component.pools;
    this.#workspaces = component.workspaces;
    this.#surprises = surprises.count;
    this.projection = Projection.of(core, component);
  }

  /** Whether everything in it goes as foreseen so far; once it does not, it never will again. */
  holds({ surprises }: World): boolean {
    if (surprises.touched(this.#surprises, this.pools, this.#workspaces)) return false;
    this.#surprises = surprises.count;
    return true;
  }

  get pass(): Pass | undefined {
    return this.projection ?? this.byEngine;
  }

  /** Answers from the projection, which there is. */
  get whatIf(): WhatIf {
    this.#whatIf ??= new WhatIf(this.projection!);
    return this.#whatIf;
  }
}
