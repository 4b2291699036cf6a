// Loads modules: their policies exist from then on.

import { Console } from 'node:console';
import { given, type ModuleKind, ownPolicies } from './given.ts';
import { imported } from './import-module.ts';
import type { ModuleText } from './module-text.ts';
import { ownOrderOf } from './own-order.ts';
import { ownPlacementOf } from './own-placement.ts';

/** Loads a module, whose policy then exists under its name. @throws WrongModule */
export async function addModule(module: ModuleText, kind: ModuleKind): Promise<void> {
  // What modules print must not get between the lines of a result.
  globalThis.console = new Console(process.stderr, process.stderr);
  const { value: exported } = await imported(module);
  // An order has the member `changes`, a placement does not.
  const isOrder = kind === 'any' ? Object.hasOwn(Object(exported), 'changes') : kind === 'order';
  if (isOrder) ownPolicies.orders.set(module.name, ownOrderOf(module, exported));
  else ownPolicies.placements.set(module.name, ownPlacementOf(module, exported));
  const { name: title } = exported as { readonly name: string };
  given.set(module.name, { ...module, kind: isOrder ? 'order' : 'placement', title });
}
