// Texts about GPUs. In a world whose nodes are machines of a batch log, they are about processors.

import { computed } from '@preact/signals';
import { inUnit as textInUnit, unitOfClusters } from '../../wire/text/unit.ts';
import { capital } from '../text/plain.ts';
import { world } from './live.ts';

export const unit = computed(() => unitOfClusters(world.value?.clusters ?? []));

/** A text about GPUs, in the unit of the world. */
export function inUnit(text: string): string {
  const result = textInUnit(text, unit.value);
  return result === text || !text.startsWith('GPU') ? result : capital(result);
}
