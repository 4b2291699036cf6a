// What GPRs hold: GPUs, or the processors of a machine, which count as GPUs.

import { PROCESSOR } from '../../../sim/index.ts';

export type Unit = 'GPU' | 'processor';

/** The unit of nodes with these GPU models. */
export function unitOf(models: readonly string[]): Unit {
  return models.length > 0 && models.every((model) => model === PROCESSOR) ? 'processor' : 'GPU';
}

/** A text about GPUs, in the unit. */
export function inUnit(text: string, unit: Unit): string {
  return text.replaceAll('GPU', unit);
}
