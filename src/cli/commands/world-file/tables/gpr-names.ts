// The names of all GPRs of a file.

import type { Simulation } from '../../../../../sim/index.ts';
import type { Past } from '../../../../store/past.ts';

/**
 * Finds the names that do not derive from uids, some at each step. @param simulation the present of the file
 * @throws StoreError
 */
export function* namingGprs(past: Past, simulation: Simulation): Generator<undefined, GprNames> {
  const left = new Map<number, string>();
  const { workload } = simulation.scenario;
  // Names of a trace are in the scenario.
  if (past.commands > 0 || workload.some(({ kind }) => kind === 'script')) {
    for (const batch of past.history.all()) {
      for (const {
        uid,
        kept: { name },
      } of batch)
        if (name !== undefined) left.set(uid, name);
      yield undefined;
    }
  }
  return { of: (uid) => left.get(uid) ?? simulation.gprName(uid) };
}

export interface GprNames {
  of(uid: number): string;
}
