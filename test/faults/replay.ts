// Compares a running world with a replay of its journal from the beginning, GPR by GPR.

import { type Command, type KeptGpr, Simulation } from '../../sim/index.ts';
import type { Driver } from '../../src/driver/driver.ts';
import { fileSlices } from '../../src/driver/stored/replay.ts';
import { storedJournal } from '../../src/driver/stored/stored.ts';
import type { WorldFile } from '../../src/store/world-file.ts';

/** Returns the first difference; undefined without one. */
export function differenceFromReplay(file: WorldFile, driver: Driver): string | undefined {
  const simulation = new Simulation(driver.scenario, { forks: file.present.line.forks });
  const forgotten = new Map<number, { kept: KeptGpr; isRemoved: boolean }>();
  simulation.onForget = (gpr, isRemoved, uid) => {
    forgotten.set(uid, { kept: { ...gpr, words: gpr.words.slice() }, isRemoved });
  };
  const journal = [...storedJournal(file.present)];
  const removed = new Set<string>();
  const notice = (command: Command) => {
    if (command.kind === 'gpr.delete' && simulation.views.gpr(command.gprId) === undefined)
      removed.add(command.gprId);
  };
  for (const _ of fileSlices(file.present, simulation, journal, file.present.mark(), notice));
  const expected = simulation.clock();
  const found = driver.clock();
  for (const member of ['nowMs', 'round', 'open', 'seq', 'hash'] as const) {
    if (found[member] !== expected[member])
      return `${member} is ${found[member]}, a replay gives ${expected[member]}`;
  }
  for (const gprId of gprIdsOf(journal)) {
    // The first read of a view moves ended GPRs out of memory.
    const inMemory = simulation.views.gpr(gprId);
    const inHistory = forgotten.get(simulation.uidOf(gprId));
    const isGone = inHistory === undefined || inHistory.isRemoved || removed.has(gprId);
    const view = inMemory ?? (isGone ? undefined : simulation.views.keptGpr(inHistory.kept, gprId));
    const shown = driver.read.gpr(gprId);
    if (JSON.stringify(shown) !== JSON.stringify(view)) {
      return `${gprId} is ${JSON.stringify(shown)}, a replay gives ${JSON.stringify(view)}`;
    }
  }
  return undefined;
}

/** GPRs that a command of the journal names. */
function gprIdsOf(journal: readonly { readonly command: Command }[]): Set<string> {
  return new Set(journal.flatMap(({ command }) => ('gprId' in command ? [command.gprId] : [])));
}
