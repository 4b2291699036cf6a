// The contract of a placement of one's own. `fixtures/policies/policy.d.ts` declares it for users.

import {
  type NodeDemand,
  type Nodes,
  type PlacementPolicy,
  PolicyFailure,
  type ScoredNode,
} from '../../sim/index.ts';
import { COMMON, checkMembers, isFunction, type Member, shown } from './export-members.ts';
import { lineOf, thrownText } from './import-module.ts';
import { type ModuleText, WrongModule } from './module-text.ts';

const MEMBERS: readonly Member[] = [
  ...COMMON,
  { name: 'choose', isOptional: true, be: 'a function', is: isFunction },
  { name: 'score', isOptional: true, be: 'a function', is: isFunction },
  { name: 'gpus', isOptional: true, be: 'a function', is: isFunction },
];

type Own = Pick<PlacementPolicy, 'choose' | 'score' | 'gpus'>;

/** Makes a placement of a default export. Its functions throw PolicyFailure where the module fails. @throws WrongModule */
export function ownPlacementOf({ path, name }: ModuleText, exported: unknown): PlacementPolicy {
  checkMembers(path, exported, 'a placement', MEMBERS);
  const placement = exported as PlacementPolicy;
  if (placement.choose === undefined && placement.score === undefined)
    throw new WrongModule(`${path} is not a placement: choose or score is missing`);
  const policy = `the placement ${path}`;
  const calling = <T>(call: () => T): T => {
    try {
      return call();
    } catch (error) {
      throw new PolicyFailure(`${policy}${lineOf(error)} throws: ${thrownText(error)}`);
    }
  };
  const fail = (why: string) => {
    throw new PolicyFailure(`${policy} ${why}`);
  };
  return {
    name,
    file: path,
    summary: placement.summary ?? '',
    ...byLevel(placement, calling, fail),
    ...byNode(placement, calling, fail),
  };
}

type Calling = <T>(call: () => T) => T;
type Fail = (why: string) => never;

function byLevel(placement: Own, calling: Calling, fail: Fail): Pick<Own, 'choose'> {
  if (placement.choose === undefined) return {};
  return {
    choose(nodes, demand, slots, at) {
      const chosen = new Int32Array(nodes.wanted(demand)).fill(-1);
      calling(() => placement.choose!(nodes, demand, chosen, 0));
      const wrong = whyWrong(nodes, demand, chosen);
      if (wrong !== undefined) fail(wrong);
      slots.set(chosen, at);
    },
  };
}

function byNode(placement: Own, calling: Calling, fail: Fail): Pick<Own, 'score' | 'gpus'> {
  return {
    ...(placement.score !== undefined && {
      score(node: ScoredNode, asked: NodeDemand) {
        const score: unknown = calling(() => placement.score!(node, asked));
        if (typeof score === 'number' && Number.isFinite(score)) return score;
        return fail(`returns ${shown(score)} as the score of a node; it must be a finite number`);
      },
    }),
    ...(placement.gpus !== undefined && {
      gpus(node: ScoredNode, asked: NodeDemand) {
        const mask: unknown = calling(() => placement.gpus!(node, asked));
        if (isMask(mask, node, asked)) return mask;
        return fail(
          `returns ${shown(mask)} as the GPUs of a GPR; it must be a mask of ${asked.gpus} of the ${node.gpuCount} GPUs, each with ${asked.gpuMilli} thousandths left`,
        );
      },
    }),
  };
}

function isMask(mask: unknown, node: ScoredNode, { gpus, gpuMilli }: NodeDemand): mask is number {
  if (typeof mask !== 'number' || !Number.isInteger(mask) || mask < 0 || mask >= 2 ** node.gpuCount)
    return false;
  let count = 0;
  for (let gpu = 0; gpu < node.gpuCount; gpu++) {
    if ((mask & (1 << gpu)) === 0) continue;
    if (node.leftOf(gpu) < gpuMilli) return false;
    count++;
  }
  return count === gpus;
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
