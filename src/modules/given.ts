// The modules of this process. They are given at its start, and never by a request or a file. This file does not import the
// simulator: code that is loaded late imports this file, and a bundle would load the simulator late, too.

import type { OrderPolicy, PlacementPolicy } from '../../sim/index.ts';
import { policyName } from '../looks/policy-names.ts';
import type { ModuleText } from './module-text.ts';

/** What a module is used as. `any` = what it is. */
export type ModuleKind = 'order' | 'placement' | 'any';

/** A module and what it is used as. */
export interface GivenModule extends ModuleText {
  readonly kind: ModuleKind;
}

interface TitledModule extends GivenModule {
  /** The name that the module has for itself. */
  readonly title: string;
}

/** By name. */
export const given: Map<string, TitledModule> = new Map();

/** The policies of all modules, with which worlds are built. */
export const ownPolicies = {
  orders: new Map<string, OrderPolicy>(),
  placements: new Map<string, PlacementPolicy>(),
};

/** All modules of this process, for its threads. */
export function givenModules(): readonly GivenModule[] {
  return [...given.values()].map(({ path, text, name, kind }) => ({ path, text, name, kind }));
}

/** A policy in a text. See policyName. */
export function policyWord(name: string): string {
  return policyName(name, given.get(name)?.title);
}

/** A policy as a flag takes it: a module by the path with which it was given. */
export function flagWord(name: string): string {
  return given.get(name)?.path ?? name;
}
