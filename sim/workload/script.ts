// A script as a stream: arrival i applies the command of step i at the step's instant.

import type { ScriptStep, ScriptWorkload } from '../language/scenario.ts';
import type { Stream } from './arrivals.ts';

/** Applies a scripted step. If the world rejects the command, the rejection is recorded instead. */
type ApplyStep = (step: ScriptStep, number: number) => void;

export function scriptStream(spec: ScriptWorkload, apply: ApplyStep): Stream {
  return {
    at: (number) => (number < spec.steps.length ? spec.steps[number].atMs : Infinity),
    arrive: (_, number) => apply(spec.steps[number], number),
  };
}
