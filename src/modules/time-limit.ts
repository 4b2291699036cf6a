// Bounds the real time of each run of an engine while modules are given: a function of a module may never return. A thread of
// Node watches the time, because the event loop has no turn then. Each run costs about 0.2 ms more.

import { Script } from 'node:vm';
import { boundRuns, PolicyFailure } from '../../sim/index.ts';

/** A slice of a simulation takes about 20 ms. */
const LIMIT_MS = 60_000;
const SECOND_MS = 1000;

/** What is called at present, such as `the order ./mine.mjs`; undefined = no function of a module. */
export const called: { policy?: string | undefined } = {};

const WORK = Symbol.for('gprsim.work');
const script = new Script(`globalThis[Symbol.for('gprsim.work')]()`);

/** Ends each run of an engine that takes longer, with PolicyFailure. The world of this engine must not be used again. */
export function limitRuns(limitMs = LIMIT_MS): void {
  let isWithin = false;
  boundRuns(<T>(run: () => T): T => {
    if (isWithin) return run();
    isWithin = true;
    called.policy = undefined;
    Object.assign(globalThis, { [WORK]: run });
    try {
      return script.runInThisContext({ timeout: limitMs, displayErrors: false });
    } catch (error) {
      if ((error as NodeJS.ErrnoException | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      throw new PolicyFailure(whyLate(limitMs));
    } finally {
      isWithin = false;
    }
  });
}

function whyLate(limitMs: number): string {
  const time = `within ${limitMs / SECOND_MS} s`;
  if (called.policy !== undefined) return `${called.policy} did not let the simulation go on ${time}`;
  return `a step of the simulation with modules did not end ${time}`;
}
