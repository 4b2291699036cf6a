// Loads modules: their policies exist from then on.

import { Console } from 'node:console';
import { given, type ModuleKind, ownPolicies } from './given.ts';
import { imported, lineOf, thrownText } from './import-module.ts';
import { type ModuleText, WrongModule } from './module-text.ts';
import { ownOrderOf } from './own-order.ts';
import { ownPlacementOf } from './own-placement.ts';

/** Loads a module, whose policy then exists under its name. @throws WrongModule */
export async function addModule(module: ModuleText, kind: ModuleKind): Promise<void> {
  // What modules print must not get between the lines of a result.
  globalThis.console = new Console(process.stderr, process.stderr);
  const { value: exported } = await imported(module);
  const used = kind === 'any' ? kindOf(module, exported) : kind;
  const has = (member: string) => Object.hasOwn(Object(exported), member);
  if (used === 'placement' && has('changes'))
    throw new WrongModule(`${module.path} is an order; give it with --order or --backfill-order`);
  if (used === 'order' && !has('changes') && (has('choose') || has('gpus')))
    throw new WrongModule(`${module.path} is a placement; give it with --placement`);
  if (used === 'order' && !has('changes') && has('score'))
    throw new WrongModule(
      `${module.path} has a score without changes: an order has changes: true or false; give a placement with --placement`,
    );
  try {
    if (used === 'order') ownPolicies.orders.set(module.name, ownOrderOf(module, exported));
    else ownPolicies.placements.set(module.name, ownPlacementOf(module, exported));
    const { name: title } = exported as { readonly name: string };
    given.set(module.name, { ...module, kind: used, title });
  } catch (error) {
    if (error instanceof WrongModule) throw error;
    const { path } = module;
    throw new WrongModule(`${path}${lineOf(error)} fails when a member is read: ${thrownText(error)}`);
  }
}

/** An order has the member `changes`, a placement does not. */
function kindOf({ path }: ModuleText, exported: unknown): 'order' | 'placement' {
  const has = (member: string) => Object.hasOwn(Object(exported), member);
  if (has('changes')) return 'order';
  if (has('choose') || has('score')) return 'placement';
  throw new WrongModule(
    `${path} is neither an order, with changes and score, nor a placement, with choose or score`,
  );
}
