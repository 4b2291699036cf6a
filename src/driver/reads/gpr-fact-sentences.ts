// What happened to a GPR, as sentences, from its facts.

import { type FactView, type FactViewOf, phrase, type Sentence } from '../../../sim/index.ts';
import type { Happening, LifePhase } from '../world.ts';

/** Whether a fact is about a change of its GPR. */
export function isOfLife({ kind }: FactView): boolean {
  return kind.startsWith('gpr.') || kind === 'head.blocked';
}

export function happeningOf(fact: FactView): Happening {
  return { atMs: fact.atMs, what: sentenceOf(fact), phase: phaseOf(fact) };
}

function phaseOf(fact: FactView): LifePhase | null {
  switch (fact.kind) {
    case 'gpr.created':
    case 'gpr.requeued':
      return 'Queued';
    case 'gpr.provisioning':
      return 'Provisioning';
    case 'gpr.successful':
      return 'Successful';
    case 'gpr.activity':
      return fact.idle ? 'idle' : 'Successful';
    case 'gpr.ended':
    case 'gpr.removed':
      return 'ended';
    default:
      return null;
  }
}

function sentenceOf(fact: FactView): Sentence {
  switch (fact.kind) {
    case 'gpr.created':
      return phrase`created for ${fact.cluster}, ${fact.instanceType}`;
    case 'gpr.provisioning':
      return phrase`got ${fact.gpus} GPU${fact.gpus === 1 ? '' : 's'} on ${fact.nodes.join(', ')}`;
    case 'gpr.shape':
      return phrase`takes ${fact.gpuMilli} thousandths of each GPU, ${fact.cpuMilli} of a CPU and ${fact.memoryMib} MiB on each node`;
    case 'gpr.gpus':
      return phrase`got GPU ${fact.gpuIndexes.join(', ')} of ${fact.node}`;
    case 'gpr.successful':
      return ['Successful: its GPUs are ready'];
    case 'gpr.ended':
      return phrase`${fact.state}: ${causeOf(fact)}`;
    case 'gpr.requeued':
      return phrase`requeued: ${causeOf(fact)}`;
    case 'gpr.removed':
      return ['removed'];
    case 'gpr.changed':
      return phrase`changed; priority ${fact.priority}`;
    case 'gpr.activity':
      return [fact.idle ? 'went idle' : 'became busy'];
    case 'gpr.delayed':
      return phrase`its estimated start moved later, for the ${ordinal(fact.delayedCount)} time`;
    case 'head.blocked':
      return blockedSentence(fact);
    default:
      return [fact.kind];
  }
}

function causeOf({ reason, culprit }: FactViewOf<'gpr.ended' | 'gpr.requeued'>): Sentence {
  if (culprit === null) return [reason];
  return reason === 'eviction' ? phrase`evicted by ${{ gprId: culprit }}` : [`${reason} (${culprit})`];
}

function blockedSentence({
  needsNodes,
  nodesWithRoom,
  victimsNotEnough,
}: FactViewOf<'head.blocked'>): Sentence {
  const evictions = victimsNotEnough > 0 ? `; evicting ${victimsNotEnough} GPRs would not free enough` : '';
  return phrase`first of its pool; ${nodesWithRoom} of the ${needsNodes} nodes that it needs have room${evictions}`;
}

/** Formats a number as 1st, 2nd, 3rd, 4th, … 11th, … 21st. */
export function ordinal(n: number): string {
  const isTeen = Math.floor(n / 10) % 10 === 1;
  return `${n}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][n % 10]) ?? 'th'}`;
}
