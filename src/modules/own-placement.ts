// The contract of a placement of one's own. `fixtures/policies/policy.d.ts` declares it for users.

import { type Nodes, type PlacementPolicy, PolicyFailure } from '../../sim/index.ts';
import { lineOf, thrownText } from './import-module.ts';
import { COMMON, checkMembers, isFunction, type Member } from './members.ts';
import type { ModuleText } from './module-text.ts';

const MEMBERS: readonly Member[] = [...COMMON, { name: 'choose', be: 'a function', is: isFunction }];

/** Makes a placement of a default export. Its `choose` throws PolicyFailure where the module fails. @throws WrongModule */
export function ownPlacementOf({ path, name }: ModuleText, exported: unknown): PlacementPolicy {
  checkMembers(path, exported, 'a placement', MEMBERS);
  const placement = exported as PlacementPolicy;
  const views = new WeakMap<Nodes, Nodes>();
  return {
    name,
    summary: placement.summary ?? '',
    choose(nodes, demand, slots, at) {
      const view = views.get(nodes) ?? viewOf(nodes);
      views.set(nodes, view);
      const chosen = new Int32Array(nodes.wanted(demand)).fill(-1);
      try {
        placement.choose(view, demand, chosen, 0);
      } catch (error) {
        throw new PolicyFailure(`the placement ${path}${lineOf(error)} throws: ${thrownText(error)}`);
      }
      const wrong = whyWrong(nodes, demand, chosen);
      if (wrong !== undefined) throw new PolicyFailure(`the placement ${path} ${wrong}`);
      slots.set(chosen, at);
    },
  };
}

/** The nodes without what changes them. */
function viewOf(nodes: Nodes): Nodes {
  return Object.freeze({
    gpusMax: nodes.gpusMax,
    wanted: (demand: number) => nodes.wanted(demand),
    gpusOf: (demand: number) => nodes.gpusOf(demand),
    next: (...asked: Parameters<Nodes['next']>) => nodes.next(...asked),
    writeLevel: (...asked: Parameters<Nodes['writeLevel']>) => nodes.writeLevel(...asked),
  });
}

/** Why the chosen nodes cannot be taken; undefined if they can. */
function whyWrong(nodes: Nodes, demand: number, chosen: Int32Array): string | undefined {
  const missing = chosen.filter((slot) => slot < 0).length;
  if (missing > 0)
    return `writes ${chosen.length - missing} of ${chosen.length} slots; it must write nodes.wanted(demand) of them from slots[at] on`;
  const slots = [...chosen];
  const full = slots.find((slot) => nodes.next(demand, 0, nodes.gpusMax, slot - 1) !== slot);
  if (full !== undefined)
    return `chooses slot ${full}, whose node does not have room for the GPR; it must take slots that nodes.next or nodes.writeLevel returns`;
  const twice = slots.find((slot, i) => slots.indexOf(slot) < i);
  if (twice !== undefined) return `chooses slot ${twice} twice for one GPR; each node must be another one`;
  return undefined;
}
