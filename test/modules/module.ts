// Modules of tests, given as texts.

import { createHash } from 'node:crypto';
import { type Scenario, Simulation } from '../../sim/index.ts';
import { addModule } from '../../src/modules/add-module.ts';
import { type ModuleKind, ownPolicies } from '../../src/modules/given.ts';
import type { ModuleText } from '../../src/modules/module-text.ts';
import { World } from '../support/world.ts';

export function moduleOf(text: string, path = './mine.mjs'): ModuleText {
  return { path, text, name: `sha256:${createHash('sha256').update(text).digest('hex')}` };
}

/** Gives a module to this process; returns its name in scenarios. */
export async function given(text: string, kind: ModuleKind = 'any'): Promise<string> {
  const module = moduleOf(text);
  await addModule(module, kind);
  return module.name;
}

/** A world that has the modules of this process. */
export function worldOf(scenario: Scenario): World {
  return new World(scenario, new Simulation(scenario, { ownPolicies }));
}

/** An order whose score is an expression of `gpr` and `nowMs`. */
export function orderText(score: string, changes = false): string {
  return `export default {
  name: 'mine',
  changes: ${changes},
  score(gpr, nowMs) {
    return ${score};
  },
};
`;
}

/** A placement whose `choose` has this body. */
export function placementText(choose: string): string {
  return `export default { name: 'mine', choose(nodes, demand, slots, at) { ${choose} } };`;
}
