// A script as a stream: step number i is a command at its instant.

import type { ScriptStep, ScriptWorkload } from '../language/scenario.ts';
import type { Stream } from './arrivals.ts';

/** Applies a scripted step; commands that the world refuses at that instant are noted, not applied. */
export type ApplyStep = (step: ScriptStep, number: number) => void;

export function scriptStream(spec: ScriptWorkload, apply: ApplyStep): Stream {
  return {
    at: (number) => (number < spec.steps.length ? spec.steps[number].atMs : Infinity),
    arrive: (_, number) => apply(spec.steps[number], number),
  };
}
